import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** When the form of a draft was opened. Rows are deleted after 30 minutes. */
export const formSessions = sqliteTable(
  "form_sessions",
  {
    draftId: text("draft_id").primaryKey(),
    startedAt: text("started_at").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("form_sessions_by_start").on(table.startedAt)],
);
