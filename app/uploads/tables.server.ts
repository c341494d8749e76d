import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One file on its way to, or in, the bucket. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text("id").primaryKey(),
    draftId: text("draft_id").notNull(),
    /** track, artwork or custom-artwork. */
    kind: text("kind").notNull(),
    /** What the file fills, by the id of its track: `audio:track-1`, `artwork`. */
    slot: text("slot").notNull(),
    fileName: text("file_name").notNull(),
    size: integer("size").notNull(),
    contentType: text("content_type").notNull(),
    key: text("key").notNull(),
    multipartId: text("multipart_id").notNull(),
    partSize: integer("part_size").notNull(),
    state: text("state").notNull().default("open"),
    /** JSON: what the stored object turned out to be. */
    probe: text("probe"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [index("uploads_by_draft").on(table.draftId, table.slot)],
);

/** The parts the bucket has acknowledged; R2's binding cannot list them. */
export const uploadParts = sqliteTable(
  "upload_parts",
  {
    uploadId: text("upload_id").notNull(),
    number: integer("number").notNull(),
    etag: text("etag").notNull(),
    size: integer("size").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.number] })],
);
