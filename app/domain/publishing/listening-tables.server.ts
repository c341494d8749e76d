import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Private links by which somebody listens to a release. */
export const listeningLinks = sqliteTable(
  "listening_links",
  {
    id: text("id").primaryKey(),
    submissionId: text("submission_id").notNull(),
    /** Whom it is for, as its page says. */
    recipient: text("recipient").notNull(),
    canDownload: integer("can_download", { mode: "boolean" }).notNull(),
    expiresAt: text("expires_at").notNull(),
    revokedAt: text("revoked_at"),
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("listening_links_by_submission").on(table.submissionId),
    index("listening_links_by_end").on(table.expiresAt),
  ],
);

/** How often a track was begun by a link: once in each half hour at most. */
export const listeningPlays = sqliteTable(
  "listening_plays",
  {
    linkId: text("link_id").notNull(),
    uploadId: text("upload_id").notNull(),
    /** The beginning of its half hour. */
    startedAt: text("started_at").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.uploadId, table.startedAt] })],
);
