import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The outbox of background work: written in the same batch as the submission it belongs to. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    submissionId: text("submission_id").notNull(),
    state: text("state").notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    leaseUntil: text("lease_until"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("jobs_one_per_type").on(table.submissionId, table.type),
    index("jobs_by_state").on(table.state, table.updatedAt),
  ],
);
