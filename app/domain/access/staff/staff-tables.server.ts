import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { isOneOfSql } from "~/platform/database.server";
import { openStatuses } from "~/reference/statuses";

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
    index("audit_by_staff").on(table.staffId, table.id),
  ],
);

/**
 * The review queue. Database triggers keep it in step with both source tables, and `review_search` and
 * `review_words` (FTS5) in step with it: see its migration. Only assignment, search text and what
 * the team marks are written here.
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
    /** How the artist came: `open`, `invited` or `returning`. */
    entry: text("entry").notNull().default("open"),
    /** Whether it corrects a rejected submission. */
    isResent: integer("is_resent", { mode: "boolean" }).notNull().default(false),
    /** `single`, `ep`, `lp` or `transfer`; null for the waiting list. */
    releaseType: text("release_type"),
    genre: text("genre"),
    /** YYYY-MM-DD. */
    releaseDate: text("release_date"),
    trackCount: integer("track_count"),
    /** Whether the sound of a measured track has a problem. */
    hasFindings: integer("has_findings", { mode: "boolean" }).notNull().default(false),
    shortlistedAt: text("shortlisted_at"),
    /** From 1 to 5. */
    rating: integer("rating"),
    /** JSON list of texts. */
    tags: text("tags").notNull().default("[]"),
    /** While it waits for changes of its artist. */
    changesAskedAt: text("changes_asked_at"),
    /** Until then it waits for nobody. Triggers end it with the next status, or when it is sent again. */
    snoozedUntil: text("snoozed_until"),
    /** When it was first answered, and by whom; null by whom where that was on the board. Kept by triggers. */
    repliedAt: text("replied_at"),
    repliedBy: text("replied_by"),
  },
  (table) => [
    index("review_items_waiting")
      .on(table.orderKey, table.id, table.snoozedUntil)
      .where(
        sql`${table.kind} = 'submission' AND ${isOneOfSql(table.status, openStatuses)} AND ${table.changesAskedAt} IS NULL`,
      ),
    index("review_items_changes_asked")
      .on(table.orderKey, table.id)
      .where(sql`${table.changesAskedAt} IS NOT NULL`),
    index("review_items_shortlisted")
      .on(table.orderKey, table.id)
      .where(sql`${table.shortlistedAt} IS NOT NULL`),
    index("review_items_snoozed")
      .on(table.orderKey, table.id, table.snoozedUntil)
      .where(sql`${table.snoozedUntil} IS NOT NULL`),
    index("review_items_by_received").on(table.createdAt, table.id),
    // All that the figures are made of.
    index("review_items_figures").on(
      ...[table.createdAt, table.kind, table.entry, table.genre, table.status],
      ...[table.repliedAt, table.repliedBy],
    ),
    // Entries without a date come last.
    index("review_items_by_release_date").on(
      sql`CASE WHEN ${table.releaseDate} IS NULL THEN '9999-12-31' ELSE ${table.releaseDate} END`,
      table.id,
    ),
    index("review_items_stale").on(table.number).where(sql`${table.searchStale} > 0`),
    index("review_items_in_order").on(table.orderKey, table.id),
    index("review_items_by_status").on(table.status, table.orderKey, table.id),
    index("review_items_by_kind").on(table.kind, table.orderKey, table.id),
    index("review_items_by_kind_status").on(table.kind, table.status, table.orderKey, table.id),
    index("review_items_by_assigned")
      .on(table.assignedTo, table.orderKey, table.id)
      .where(sql`${table.assignedTo} IS NOT NULL`),
    index("review_items_waiting_by_assigned")
      .on(table.assignedTo)
      .where(
        sql`${table.assignedTo} IS NOT NULL AND ${isOneOfSql(table.status, openStatuses)} AND ${table.changesAskedAt} IS NULL`,
      ),
    index("review_items_tagged").on(table.number).where(sql`${table.tags} <> '[]'`),
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

/** Whom of staff a note mentions. A trigger removes them with their note. */
export const staffMentions = sqliteTable(
  "staff_mentions",
  {
    staffId: text("staff_id").notNull(),
    noteId: text("note_id").notNull(),
    /** The entry that the note is about. */
    itemId: text("item_id").notNull(),
    createdAt: text("created_at").notNull(),
    /** When they opened the entry afterwards. */
    seenAt: text("seen_at"),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.noteId] }),
    index("staff_mentions_by_note").on(table.noteId),
    index("staff_mentions_unseen")
      .on(table.staffId, table.itemId)
      .where(sql`${table.seenAt} IS NULL`),
  ],
);

/** Texts that staff choose from for the artist; their fields are filled when one is chosen. */
export const savedReasons = sqliteTable(
  "saved_reasons",
  {
    id: text("id").primaryKey(),
    /** What it is for: `reject` or `changes`. */
    kind: text("kind", { enum: ["reject", "changes"] })
      .notNull()
      .default("reject"),
    /** What staff call it. */
    title: text("title").notNull(),
    text: text("text").notNull(),
    /** The key that chooses it among those of its kind, from 1 to 9. */
    digit: integer("digit"),
    /** The code of what is found in a release that it answers. */
    finding: text("finding"),
    /** What a rejection by it means: `fix`, `later` or `final`; see `RejectionAnswer`. */
    answer: text("answer", { enum: ["fix", "later", "final"] })
      .notNull()
      .default("fix"),
    updatedBy: text("updated_by").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [uniqueIndex("saved_reasons_by_digit").on(table.kind, table.digit)],
);

/** Which saved reasons a decision was made with. Deleted once its year is over. */
export const reasonUses = sqliteTable(
  "reason_uses",
  {
    reasonId: text("reason_id").notNull(),
    /** The id of the decision in the status history. */
    decisionId: text("decision_id").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reasonId, table.decisionId] }),
    index("reason_uses_by_decision").on(table.decisionId),
  ],
);

/** The last decisions, whose mails wait so that whoever made them can undo them. Deleted a day later. */
export const undoableDecisions = sqliteTable(
  "undoable_decisions",
  {
    /** The id of the decision in the status history. */
    id: text("id").primaryKey(),
    itemId: text("item_id").notNull(),
    staffId: text("staff_id").notNull(),
    /** Number of status changes, this one included. */
    revision: integer("revision").notNull(),
    /** JSON: the jobs of its mails, that to the artist about the status first. */
    jobIds: text("job_ids").notNull(),
    /** The account that it may have created. */
    accountId: text("account_id"),
    /** Whether the submission belonged to no account before. */
    hadNoOwner: integer("had_no_owner", { mode: "boolean" }).notNull(),
    expiresAt: text("expires_at").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("undoable_decisions_by_item").on(table.itemId),
    index("undoable_decisions_by_staff").on(table.staffId, table.expiresAt),
  ],
);
