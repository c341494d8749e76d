import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Synced parts of a submission, so that nothing is written twice. */
export const boardParts = sqliteTable(
  "board_parts",
  {
    submissionId: text("submission_id").notNull(),
    /** "item", "columns", "tracks", "files", or "file:" with column and upload. */
    part: text("part").notNull(),
    remoteId: text("remote_id"),
    /** SHA-256 of the content, to detect changes; empty while it is only begun. */
    hash: text("hash").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.part] })],
);
