import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Counts in the current windows of at most a day; deleted when expired. */
export const rateWindows = sqliteTable(
  "rate_windows",
  {
    /** What is counted and for whom: an id or a hash. */
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    endsAt: text("ends_at").notNull(),
  },
  (table) => [index("rate_windows_by_end").on(table.endsAt)],
);
