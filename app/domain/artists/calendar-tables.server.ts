import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Calendars of due dates, which programs read by a secret link: one for each artist and each of staff. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    /** Part of its address; a new one ends the address before. */
    id: text("id").primaryKey(),
    ownerKind: text("owner_kind", { enum: ["artist", "staff"] }).notNull(),
    ownerId: text("owner_id").notNull(),
    /** In which its owner lives, such as Europe/Berlin. */
    timeZone: text("time_zone").notNull(),
    expiresAt: text("expires_at").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("calendar_feeds_by_owner").on(table.ownerKind, table.ownerId),
    index("calendar_feeds_by_end").on(table.expiresAt),
  ],
);
