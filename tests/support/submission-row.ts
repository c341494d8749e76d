import type { submissions } from "~/domain/submission/submission-tables.server";

type Row = typeof submissions.$inferInsert;

/** The row of a submission, with the least that it needs besides these fields. */
export function submissionRow(fields: Pick<Row, "id" | "createdAt"> & Partial<Row>): Row {
  const { id, createdAt } = fields;
  return {
    draftId: id,
    reference: id,
    artistName: "Ada",
    email: "ada@example.com",
    releaseTitle: "Tide",
    formData: "{}",
    files: "[]",
    statusHistory: "[]",
    replyDueAt: createdAt,
    updatedAt: createdAt,
    ...fields,
  };
}
