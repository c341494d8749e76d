import * as v from "valibot";

/** Rows as the database gives them. A column that a later version does not have is left out. */
const rowsSchema = v.array(v.record(v.string(), v.union([v.string(), v.number(), v.null()])));

/** The file of an archived submission. */
export const archivedSchema = v.object({
  format: v.literal(1),
  id: v.string(),
  archivedAt: v.string(),
  /** As it was sent. */
  form: v.record(v.string(), v.unknown()),
  draft: v.object({ answers: v.string(), prefill: v.nullable(v.string()) }),
  rows: v.object({
    jobs: rowsSchema,
    job_events: rowsSchema,
    track_findings: rowsSchema,
    upload_parts: rowsSchema,
    upload_pieces: rowsSchema,
  }),
});
export type ArchivedSubmission = v.InferOutput<typeof archivedSchema>;
