import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Passcode sessions; those of Cloudflare Access are kept there. */
export const staffSessions = sqliteTable(
  "staff_sessions",
  {
    /** A ULID; it is no secret. */
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique(),
    /** Another passcode ends the session. */
    passcodeMark: text("passcode_mark").notNull(),
    staffName: text("staff_name").notNull(),
    /** Hash of the network address, to recognize known addresses. */
    address: text("address"),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    endedAt: text("ended_at"),
  },
  (table) => [
    index("staff_sessions_by_end").on(table.expiresAt),
    index("staff_sessions_by_address").on(table.address),
  ],
);

/**
 * The audit log. Written with each change; rows are only changed to remove texts about deleted
 * subjects, and names of deleted artists.
 */
export const audit = sqliteTable(
  "audit",
  {
    id: text("id").primaryKey(),
    /** Id and name at that time. */
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    /** One of `AuditAction`. */
    action: text("action").notNull(),
    /** Empty if there is only one such thing. */
    subject: text("subject").notNull().default(""),
    detail: text("detail"),
    requestId: text("request_id"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("audit_by_subject").on(table.subject, table.id),
    index("audit_by_action").on(table.action, table.id),
    index("audit_by_person").on(table.staffName, table.id),
    index("audit_by_person_action").on(table.staffName, table.action, table.id),
  ],
);

/**
 * The review queue. Database triggers keep it in step with both source tables, and `review_search` and
 * `review_words` (FTS5) in step with it: see its migration. Only assignment and search text are written
 * here.
 */
export const reviewItems = sqliteTable(
  "review_items",
  {
    number: integer("number").primaryKey({ autoIncrement: true }),
    /** Id of the submission or waiting-list entry. */
    id: text("id").notNull().unique(),
    kind: text("kind").notNull(),
    reference: text("reference").notNull(),
    artistName: text("artist_name").notNull(),
    title: text("title").notNull(),
    email: text("email").notNull(),
    status: text("status").notNull(),
    /** Number of status changes, to detect concurrent decisions. */
    revision: integer("revision").notNull(),
    dueAt: text("due_at").notNull(),
    /** 0 for unanswered, 1 for answered, then the due date. */
    orderKey: text("order_key").notNull(),
    assignedTo: text("assigned_to"),
    assignedName: text("assigned_name"),
    createdAt: text("created_at").notNull(),
    /** See `search-text.ts`; plain names until it is built. */
    searchText: text("search_text").notNull().default(""),
    /** Number of changes since it was built; 0 is current. */
    searchStale: integer("search_stale").notNull().default(1),
  },
  (table) => [
    index("review_items_stale").on(table.number).where(sql`${table.searchStale} > 0`),
    index("review_items_in_order").on(table.orderKey, table.id),
    index("review_items_by_status").on(table.status, table.orderKey, table.id),
    index("review_items_by_kind").on(table.kind, table.orderKey, table.id),
    index("review_items_by_kind_status").on(table.kind, table.status, table.orderKey, table.id),
    index("review_items_by_assigned")
      .on(table.assignedTo, table.orderKey, table.id)
      .where(sql`${table.assignedTo} IS NOT NULL`),
  ],
);

export const staffNotes = sqliteTable(
  "staff_notes",
  {
    id: text("id").primaryKey(),
    itemId: text("item_id").notNull(),
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    text: text("text").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("staff_notes_by_item").on(table.itemId, table.id)],
);

/** Reasons of rejections that staff choose from; their fields are filled when one is chosen. */
export const savedReasons = sqliteTable("saved_reasons", {
  id: text("id").primaryKey(),
  /** What staff call it. */
  title: text("title").notNull(),
  text: text("text").notNull(),
  updatedBy: text("updated_by").notNull(),
  updatedAt: text("updated_at").notNull(),
});

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
