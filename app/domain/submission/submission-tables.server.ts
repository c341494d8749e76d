import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { isOneOfSql } from "~/platform/database.server";
import { fixableStatuses, INITIAL_STATUS } from "~/reference/statuses";

/** Unfinished submissions, until they are submitted or expire. */
export const drafts = sqliteTable(
  "drafts",
  {
    id: text("id").primaryKey(),
    keyHash: text("key_hash").notNull(),
    /** The visitor's network, as `networksKey` writes it; null where it is unknown. */
    visitor: text("visitor"),
    entry: text("entry").notNull().default("open"),
    /** The invitation or the returning artist's link that it was begun with. */
    linkId: text("link_id"),
    /** The signed-in account that began it, or first saved it: its submission belongs to it. */
    artistId: text("artist_id"),
    /** The submission that it corrects; at most one draft each. */
    resendOf: text("resend_of"),
    /** JSON: {@link import("./draft/prefill").DraftPrefill}, for a returning artist. */
    prefill: text("prefill"),
    answers: text("answers").notNull(),
    completedSteps: text("completed_steps").notNull(),
    /**
     * JSON: names of the steps that were ever completed. Kept by the triggers of
     * `migrations/0027_what-we-watch.sql` and 0047, so that each step of a draft is counted once.
     */
    passedSteps: text("passed_steps").notNull().default("[]"),
    version: integer("version").notNull().default(1),
    /** Set when it became a submission; never changed after that. */
    submittedAt: text("submitted_at"),
    /** When 'Submit Music' was pressed: a run may take hours, and date rules count from then. */
    pressedAt: text("pressed_at"),
    expiresAt: text("expires_at").notNull(),
    /** The `expiresAt` that its artist was warned of. */
    warnedOf: text("warned_of"),
    /** Set when it was emptied after its expiry. */
    expiredAt: text("expired_at"),
    formStartedAt: text("form_started_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("drafts_by_key").on(table.keyHash),
    uniqueIndex("drafts_one_resend")
      .on(table.resendOf)
      .where(sql`${table.resendOf} IS NOT NULL AND ${table.expiredAt} IS NULL`),
    index("drafts_ending")
      .on(table.expiresAt)
      .where(sql`${table.submittedAt} IS NULL AND ${table.expiredAt} IS NULL`),
    index("drafts_by_visitor").on(table.visitor, table.createdAt),
    // See `privacy/data-subject.server.ts`.
    index("drafts_by_email")
      .on(sql`lower(${table.answers} ->> '$.artist.email')`)
      .where(sql`${table.submittedAt} IS NULL AND ${table.expiredAt} IS NULL`),
    index("drafts_by_artist").on(table.artistId).where(sql`${table.artistId} IS NOT NULL`),
    // The sweep deletes them after 90 days.
    index("drafts_ended").on(table.expiredAt).where(sql`${table.expiredAt} IS NOT NULL`),
    index("drafts_open")
      .on(table.createdAt)
      .where(sql`${table.submittedAt} IS NULL AND ${table.expiredAt} IS NULL`),
  ],
);

/** Further keys that open a draft: of links, and of browsers of signed-in artists. */
export const draftKeys = sqliteTable(
  "draft_keys",
  {
    /** Only the hash; the key itself is in the link. */
    keyHash: text("key_hash").primaryKey(),
    draftId: text("draft_id").notNull(),
    /** The address that the link was mailed to, if any; its user can read mail there. */
    mailedTo: text("mailed_to"),
    /** The sign-in that issued the key, if any; the key ends with it. */
    sessionId: text("session_id"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("draft_keys_by_draft").on(table.draftId),
    index("draft_keys_by_time").on(table.createdAt),
  ],
);

/** From when on links to files count, for one submission or all. Earlier links are revoked. */
export const linkEndings = sqliteTable("link_endings", {
  scope: text("scope").primaryKey(),
  /** Unix seconds, as in the links themselves. */
  validFrom: integer("valid_from").notNull(),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
  /** The member of staff who revoked them last: id and name at that time. */
  staffId: text("staff_id"),
  staffName: text("staff_name"),
});

/** Recorded submissions. The draft's id is the idempotency key of the submit action. */
export const submissions = sqliteTable(
  "submissions",
  {
    id: text("id").primaryKey(),
    draftId: text("draft_id").notNull(),
    entry: text("entry").notNull().default("open"),
    linkId: text("link_id"),
    reference: text("reference").notNull(),
    boardItemId: text("monday_item_id"),
    artistName: text("artist_name").notNull(),
    email: text("email").notNull(),
    releaseTitle: text("release_title").notNull(),
    artistId: text("artist_id"),
    /** When its public page was published; null while it is not. */
    publishedAt: text("published_at"),
    openedAt: text("opened_at"),
    /** A note of the team for the artist; null without one. */
    artistNote: text("artist_note"),
    artistNoteAt: text("artist_note_at"),
    /** JSON: addresses of stores, added by the team. */
    storeLinks: text("store_links").notNull().default("[]"),
    formData: text("form_data").notNull(),
    files: text("files").notNull(),
    status: text("status").notNull().default(INITIAL_STATUS),
    /** When staff asked the artist for changes; null once there is another decision. */
    changesAskedAt: text("changes_asked_at"),
    /** The earlier submission that this one replaces. */
    resendOf: text("resend_of"),
    /**
     * JSON list of {status, at, reason, id}, the first without an id; decisions of staff also have
     * {by}, and requests for changes {changes}.
     */
    statusHistory: text("status_history").notNull(),
    /** The status on the board when it was last read or written. */
    boardStatus: text("board_status").notNull().default(INITIAL_STATUS),
    /** When it was written to the board or taken over from it. */
    boardStatusAt: text("board_status_at"),
    replyDueAt: text("reply_due_at").notNull(),
    /** Set once staff were told that the reply is overdue. */
    overdueToldAt: text("overdue_told_at"),
    /** 1 once unused uploads of its draft are left to the sweep. */
    othersLeft: integer("others_left").notNull().default(0),
    /** When its details were moved to the archive; null while they are here. */
    archivedAt: text("archived_at"),
    /** When they last came back from there. */
    restoredAt: text("restored_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("submissions_unseen").on(table.id).where(sql`${table.othersLeft} = 0`),
    // See `record/archive/archive-candidates.server.ts`.
    index("submissions_to_archive")
      .on(sql`coalesce(${table.restoredAt}, ${table.updatedAt})`)
      .where(sql`${isOneOfSql(table.status, fixableStatuses)} AND ${table.archivedAt} IS NULL`),
    uniqueIndex("submissions_one_per_draft").on(table.draftId),
    uniqueIndex("submissions_by_reference").on(table.reference),
    index("submissions_by_monday_item").on(table.boardItemId),
    index("submissions_by_due").on(table.status, table.replyDueAt),
    index("submissions_by_link").on(table.linkId, table.id),
    index("submissions_by_artist").on(table.artistId, table.id),
    index("submissions_by_resend").on(table.resendOf).where(sql`${table.resendOf} IS NOT NULL`),
    index("submissions_published")
      .on(table.publishedAt)
      .where(sql`${table.publishedAt} IS NOT NULL`),
    index("submissions_by_email").on(sql`lower(${table.email})`, table.id),
    index("submissions_with_files").on(table.id).where(sql`${table.files} <> '[]'`),
  ],
);

/**
 * Links in mails about a rejection or a request for changes, which open a draft with everything
 * kept. Triggers end them with the next decision, and delete them with their submission.
 */
export const fixLinks = sqliteTable(
  "fix_links",
  {
    /** Only the hash; the token itself is in the mail. */
    tokenHash: text("token_hash").primaryKey(),
    submissionId: text("submission_id").notNull(),
    kind: text("kind", { enum: ["rejected", "changes"] }).notNull(),
    expiresAt: text("expires_at").notNull(),
    /** The draft that it opened first, and when. */
    usedAt: text("used_at"),
    draftId: text("draft_id"),
    endedAt: text("ended_at"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("fix_links_by_submission").on(table.submissionId),
    index("fix_links_by_expiry").on(table.expiresAt),
  ],
);
