import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const uploads = sqliteTable(
  "uploads",
  {
    id: text("id").primaryKey(),
    draftId: text("draft_id").notNull(),
    kind: text("kind").notNull(),
    /** For example `audio:track-1`, `artwork`. */
    slot: text("slot").notNull(),
    fileName: text("file_name").notNull(),
    size: integer("size").notNull(),
    contentType: text("content_type").notNull(),
    /** Of size, head and tail: recognizes a file in a browser. */
    fingerprint: text("fingerprint"),
    /** In hexadecimal digits: of the stored object, or as announced. */
    sha256: text("sha256"),
    key: text("key").notNull(),
    /** The upload that first had these bytes; both name one object, which outlives either. */
    origin: text("origin"),
    multipartId: text("multipart_id").notNull(),
    partSize: integer("part_size").notNull(),
    /** own or s3. */
    carrier: text("carrier").notNull().default("own"),
    /** direct, standard or form. */
    method: text("method").notNull().default("direct"),
    state: text("state").notNull().default("open"),
    probe: text("probe"),
    /** The key of a picture's preview, `none` where it can have none, null while it has none. */
    preview: text("preview"),
    /** The choice that it brings the file of; see `slots`. Null for files of earlier submissions. */
    choice: text("choice"),
    /** Not used since migration 0038; dropping the column would rewrite the table. */
    letGoAt: text("let_go_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("uploads_by_draft").on(table.draftId, table.slot),
    index("uploads_by_origin").on(table.origin).where(sql`${table.origin} IS NOT NULL`),
    index("uploads_by_state").on(table.state, table.updatedAt),
    index("uploads_by_choice").on(table.choice).where(sql`${table.choice} IS NOT NULL`),
    // None of today's: see `adoptEarlierUploads`.
    index("uploads_without_choice").on(table.updatedAt).where(sql`${table.choice} IS NULL`),
    // A file submitted twice is stored once.
    index("uploads_by_key").on(table.key),
    // Finds the same audio in other submissions.
    index("uploads_by_sha256").on(table.sha256).where(sql`${table.sha256} IS NOT NULL`),
    // The few ended uploads whose bytes may still be stored.
    index("uploads_half_ended")
      .on(table.updatedAt)
      .where(sql`${table.state} IN ('expired', 'rejected') AND ${table.multipartId} <> ''`),
  ],
);

/**
 * What a draft's file fields hold. Each choice of a person (choose, remove, keep) counts the version
 * up; a row stays until its draft ends, also when it was emptied.
 */
export const slots = sqliteTable(
  "slots",
  {
    draftId: text("draft_id").notNull(),
    slot: text("slot").notNull(),
    version: integer("version").notNull(),
    /** The last choice; null after the file was removed. */
    choice: text("choice"),
    /** The stored upload: of the choice, or the one that it is to replace. */
    uploadId: text("upload_id"),
    updatedAt: text("updated_at").notNull(),
    /** The choice that made the version, also after its file was refused; null after a removal. */
    versionChoice: text("version_choice"),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.slot] })],
);

/** Stored parts, which R2's binding cannot list. */
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

/** Pieces of parts from bad connections, until they are joined. */
export const uploadPieces = sqliteTable(
  "upload_pieces",
  {
    uploadId: text("upload_id").notNull(),
    part: integer("part").notNull(),
    offset: integer("offset").notNull(),
    size: integer("size").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.part, table.offset] })],
);

/** What the bucket holds, kept as a sum: counted with each upload, and anew once a day. */
export const storageTotals = sqliteTable("storage_totals", {
  name: text("name").primaryKey(),
  bytes: integer("bytes").notNull(),
  countedAt: text("counted_at").notNull(),
});

/**
 * Objects in the bucket that no upload names: recorded before or with the change that makes them
 * so. The sweep removes what a crash leaves.
 */
export const strayObjects = sqliteTable(
  "stray_objects",
  {
    /** A key, or with a slash at its end a prefix. */
    key: text("key").primaryKey(),
    carrier: text("carrier").notNull(),
    draftId: text("draft_id").notNull(),
    dueAt: text("due_at").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("stray_objects_by_due").on(table.dueAt),
    index("stray_objects_by_draft").on(table.draftId),
  ],
);

/** Analyses of submitted tracks. */
export const trackFindings = sqliteTable(
  "track_findings",
  {
    uploadId: text("upload_id").primaryKey(),
    /** JSON: `audioFindingsSchema`, or `null` if the file cannot be analyzed. */
    findings: text("findings").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    // Finds the same audio in files with other tags.
    index("track_findings_by_fingerprint").on(sql`${table.findings} ->> '$.fingerprint'`),
  ],
);
