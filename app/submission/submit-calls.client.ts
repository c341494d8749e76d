import * as v from "valibot";
import type { Obstacle } from "./obstacle";
import type { Outcome } from "./run-submission.client";

/** Why the server refused, beside the text. */
export interface RefusedSubmit {
  refused: "visitor" | "incomplete" | "record";
  /** What is missing, of an incomplete draft. */
  obstacles: Obstacle[];
}

const refusedSchema = v.object({
  error: v.string(),
  refused: v.picklist(["visitor", "incomplete", "record"]),
  obstacles: v.optional(
    v.array(v.object({ step: v.picklist(["artist", "music", "about"]), text: v.string() })),
    [],
  ),
});

/**
 * Posts the Review form to one of the calls of a run.
 * @throws Error when the server gives no answer that a run can go by.
 */
async function post(path: string, form: FormData): Promise<Outcome<RefusedSubmit>> {
  const body = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") body.append(name, value);
  const response = await fetch(path, { method: "POST", body });
  if (response.ok) return { ok: true };
  const reply = v.safeParse(refusedSchema, await response.json().catch(() => undefined));
  if (!reply.success) throw new Error(`HTTP status ${response.status}`);
  const { error, refused, obstacles } = reply.output;
  return { ok: false, text: error, reply: { refused, obstacles } };
}

/** The two calls of a submission run, for the Review form as it was posted. */
export function submitCalls(form: FormData) {
  return {
    check: () => post("/api/submission/check", form),
    record: () => post("/api/submission/record", form),
  };
}
