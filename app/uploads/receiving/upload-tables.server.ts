import { sql } from "drizzle-orm";
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
    /** Hash of size, head and tail: how the browser knows a file again. */
    fingerprint: text("fingerprint"),
    /** SHA-256 in hexadecimal digits: of the stored object; of an open one what its sender has told. */
    sha256: text("sha256"),
    key: text("key").notNull(),
    /** The upload whose bytes these are: both name one object, which outlives either of them. */
    origin: text("origin"),
    multipartId: text("multipart_id").notNull(),
    partSize: integer("part_size").notNull(),
    /** own or s3: the way its parts take. */
    carrier: text("carrier").notNull().default("own"),
    /** direct, standard or form: the call it came by. */
    method: text("method").notNull().default("direct"),
    /** open, complete, rejected or expired. */
    state: text("state").notNull().default("open"),
    /** JSON: what the stored object turned out to be. */
    probe: text("probe"),
    /** Of a picture: the key of its preview, `none` where there can be none; null: not made yet. */
    preview: text("preview"),
    /** Since when a saved form has let go of its slot, unless the answers speak of it again. */
    letGoAt: text("let_go_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("uploads_by_draft").on(table.draftId, table.slot),
    index("uploads_by_origin").on(table.origin).where(sql`${table.origin} IS NOT NULL`),
    index("uploads_by_state").on(table.state, table.updatedAt),
    // A file that was sent in twice lies in the bucket once.
    index("uploads_by_key").on(table.key),
    // Those that have ended and whose bytes may still be there: few, of however many ended ones.
    index("uploads_half_ended")
      .on(table.updatedAt)
      .where(sql`${table.state} IN ('expired', 'rejected') AND ${table.multipartId} <> ''`),
  ],
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

/** Pieces of parts that a bad connection could not carry whole, kept until they are joined. */
export const uploadPieces = sqliteTable(
  "upload_pieces",
  {
    uploadId: text("upload_id").notNull(),
    part: integer("part").notNull(),
    /** Bytes from the beginning of the part. */
    offset: integer("offset").notNull(),
    size: integer("size").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.part, table.offset] })],
);

/**
 * What lies in the bucket and no upload names: a row is written before or with what makes it so, and
 * goes once it is removed. What a crash leaves of them is the sweep's.
 */
export const strayObjects = sqliteTable(
  "stray_objects",
  {
    /** A key, or where it ends with a slash the beginning of keys. */
    key: text("key").primaryKey(),
    /** own or s3: where it lies. */
    carrier: text("carrier").notNull(),
    draftId: text("draft_id").notNull(),
    /** From then on nobody else looks after it. */
    dueAt: text("due_at").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("stray_objects_by_due").on(table.dueAt),
    index("stray_objects_by_draft").on(table.draftId),
  ],
);
