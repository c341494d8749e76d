import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The outbox of background work: written in the same batch as the submission it belongs to. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    /** Null for work that belongs to no submission, such as the mail with a sign-in link. */
    submissionId: text("submission_id"),
    /** What of the submission it is about, where a submission has several such jobs; else empty. */
    subject: text("subject").notNull().default(""),
    state: text("state").notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    leaseUntil: text("lease_until"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("jobs_one_per_subject").on(table.submissionId, table.type, table.subject),
    index("jobs_by_state").on(table.state, table.updatedAt),
  ],
);
