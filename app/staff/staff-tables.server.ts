import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Sign-ins of staff by passcode. Those by Cloudflare Access are kept there. */
export const staffSessions = sqliteTable(
  "staff_sessions",
  {
    /** A ULID, which names it to colleagues; it opens nothing. */
    id: text("id").primaryKey(),
    /** Only the hash: the token itself is in the browser's cookie. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Of the passcode that opened it: another passcode ends it. */
    passcodeMark: text("passcode_mark").notNull(),
    /** As whoever signed in gave it. */
    staffName: text("staff_name").notNull(),
    /** A hash of the network address it was opened from: a place where staff are known to sign in. */
    address: text("address"),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** Set by a sign-out, by a colleague, or by the next sign-in of that browser. */
    endedAt: text("ended_at"),
  },
  (table) => [
    index("staff_sessions_by_end").on(table.expiresAt),
    index("staff_sessions_by_address").on(table.address),
  ],
);

/**
 * Who of the label did what, when and about what; written with what was done, and never changed but to
 * forget: its words go with what they are about, and so does the name that an artist signed with.
 */
export const audit = sqliteTable(
  "audit",
  {
    id: text("id").primaryKey(),
    /** Id and name as they were then. */
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    /** One of `AuditAction`. */
    action: text("action").notNull(),
    /** The id of what it was done to; empty where there is only one of it. */
    subject: text("subject").notNull().default(""),
    /** In words, where the action alone does not tell. */
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
 * Submissions and entries of the waiting list as the review queue lists them. Triggers of the database
 * keep it in step with both tables, and `review_search` and `review_words` (FTS5) in step with it: see
 * its migration. Nobody writes to it but for who looks after an entry, and what it is found by.
 */
export const reviewItems = sqliteTable(
  "review_items",
  {
    number: integer("number").primaryKey({ autoIncrement: true }),
    /** Of the submission, or of the entry of the waiting list. */
    id: text("id").notNull().unique(),
    /** submission or waiting. */
    kind: text("kind").notNull(),
    reference: text("reference").notNull(),
    artistName: text("artist_name").notNull(),
    title: text("title").notNull(),
    email: text("email").notNull(),
    status: text("status").notNull(),
    /** How often its status was set: whoever decides says which they have seen. */
    revision: integer("revision").notNull(),
    dueAt: text("due_at").notNull(),
    /** What waits for a reply before what has one (0 or 1), and each by its due date. */
    orderKey: text("order_key").notNull(),
    /** Who of the label looks after it, if anybody has taken it. */
    assignedTo: text("assigned_to"),
    assignedName: text("assigned_name"),
    createdAt: text("created_at").notNull(),
    /** What it is found by: see `search-text.ts`. Until that is made, its plain names. */
    searchText: text("search_text").notNull().default(""),
    /** How often what it is found by has changed since it was made; 0: it is as it should be. */
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

/** What staff tell each other about a submission or an entry of the waiting list. */
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

/** What listening to a whole track has found, once staff have opened its page. */
export const trackFindings = sqliteTable("track_findings", {
  uploadId: text("upload_id").primaryKey(),
  /** JSON: `audioFindingsSchema`; `null` where the file cannot be listened to. */
  findings: text("findings").notNull(),
  createdAt: text("created_at").notNull(),
});
