import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const socialClips = sqliteTable(
  "social_clips",
  {
    submissionId: text("submission_id").notNull(),
    uploadId: text("upload_id").notNull(),
    clipId: text("clip_id").notNull(),
    track: text("track").notNull(),
    trackNumber: integer("track_number").notNull(),
    /** Within its track, from 1. */
    number: integer("number").notNull(),
    fileName: text("file_name").notNull(),
    /** YYYY-MM-DD. */
    releaseDate: text("release_date").notNull(),
    /** waiting, cut or failed. */
    state: text("state").notNull().default("waiting"),
    /** For staff, about a clip that was cut. */
    note: text("note").notNull().default(""),
    /** Why it failed. */
    reason: text("reason").notNull().default(""),
    key: text("key"),
    sha256: text("sha256"),
    bytes: integer("bytes"),
    frames: integer("frames"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.uploadId, table.clipId] })],
);
