import * as v from "valibot";

/** Something worth telling the artist about a file. It never keeps a file from being taken. */
export const adviceSchema = v.object({
  /** Stable name of the finding, unique within one file's advice. */
  code: v.string(),
  /** Whole sentences that say what was found and what to do. */
  text: v.string(),
  /** "advice" asks for a look or a new export, "note" is for information. */
  tone: v.picklist(["advice", "note"]),
});
export type Advice = v.InferOutput<typeof adviceSchema>;
