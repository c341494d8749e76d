import * as v from "valibot";

/** Advice about a file; it never prevents uploading. */
export const adviceSchema = v.object({
  /** Unique within a file's advice. */
  code: v.string(),
  /** What was found and what to do, in whole sentences. */
  text: v.string(),
  /** "advice" asks for action, "note" informs. */
  tone: v.picklist(["advice", "note"]),
});
export type Advice = v.InferOutput<typeof adviceSchema>;
