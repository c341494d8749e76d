import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often a visitor has made a call in the minute that runs; forgotten when it is over. */
export const rateWindows = sqliteTable(
  "rate_windows",
  {
    /** The call and, as a hash, the visitor. */
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    endsAt: text("ends_at").notNull(),
  },
  (table) => [index("rate_windows_by_end").on(table.endsAt)],
);
