import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often something was done in the window that runs, a day at most; forgotten when it is over. */
export const rateWindows = sqliteTable(
  "rate_windows",
  {
    /** What was done and for whom it counts: an id of ours or, of an address, its hash. */
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    endsAt: text("ends_at").notNull(),
  },
  (table) => [index("rate_windows_by_end").on(table.endsAt)],
);
