import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Who looks at the desk now, and at which entry. One row each, deleted a day later. */
export const staffPresence = sqliteTable(
  "staff_presence",
  {
    staffId: text("staff_id").primaryKey(),
    staffName: text("staff_name").notNull(),
    /** Null on the list. */
    itemId: text("item_id"),
    /** The entry that is kept for them, since it is loaded before they ask for it. */
    nextId: text("next_id"),
    seenAt: text("seen_at").notNull(),
  },
  (table) => [
    index("staff_presence_by_item").on(table.itemId),
    index("staff_presence_by_next").on(table.nextId),
  ],
);

/** Filters of the queue that a member of staff has named. */
export const staffViews = sqliteTable(
  "staff_views",
  {
    id: text("id").primaryKey(),
    staffId: text("staff_id").notNull(),
    name: text("name").notNull(),
    /** The query string of its filter. */
    query: text("query").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [uniqueIndex("staff_views_by_name").on(table.staffId, table.name)],
);

/** How a member of staff decides; without a row the defaults count. */
export const staffSettings = sqliteTable("staff_settings", {
  staffId: text("staff_id").primaryKey(),
  /** Not read any more: every decision shows its mail. A later migration drops it. */
  skipsPreview: integer("skips_preview", { mode: "boolean" }).notNull().default(true),
  /** Whether the first track of the entry that opens after a decision plays. */
  playsNext: integer("plays_next", { mode: "boolean" }).notNull().default(false),
  updatedAt: text("updated_at").notNull(),
});
