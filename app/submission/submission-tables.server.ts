import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Work in progress: what an artist has typed so far, until it is submitted or expires. */
export const drafts = sqliteTable(
  "drafts",
  {
    id: text("id").primaryKey(),
    keyHash: text("key_hash").notNull(),
    /** Where it was opened from, as `networksKey` writes it; null where that was not known. */
    visitor: text("visitor"),
    entry: text("entry").notNull().default("open"),
    /** The invitation or the returning artist's link that it was begun with. */
    linkId: text("link_id"),
    /** The account of the artist who was signed in when it was begun, or the first to save it: its submission is theirs. */
    artistId: text("artist_id"),
    /** The submission that was not approved and that it puts right; one draft each. */
    resendOf: text("resend_of"),
    /** JSON: {@link import("./draft/prefill").DraftPrefill}, of a returning artist. */
    prefill: text("prefill"),
    /** JSON: {@link import("./steps/answers").Answers}. */
    answers: text("answers").notNull(),
    /** JSON: names of the steps whose Next has passed. */
    completedSteps: text("completed_steps").notNull(),
    /**
     * JSON: names of the steps that were ever completed, which the triggers that count how far artists
     * come (`migrations/0027_what-we-watch.sql`) keep, so that each step of a draft counts once.
     */
    passedSteps: text("passed_steps").notNull().default("[]"),
    version: integer("version").notNull().default(1),
    /** Set when the draft has become a submission; from then on it must not change. */
    submittedAt: text("submitted_at"),
    /** When 'Submit Music' was pressed: a run may take hours, and its rules count from then. */
    pressedAt: text("pressed_at"),
    expiresAt: text("expires_at").notNull(),
    /** The end of its life that its artist was warned of; another change moves that. */
    warnedOf: text("warned_of"),
    /** Set when its life was over and what was typed and sent was removed. */
    expiredAt: text("expired_at"),
    /** When the first session of its form was started; outlives the session. */
    formStartedAt: text("form_started_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("drafts_by_key").on(table.keyHash),
    uniqueIndex("drafts_one_resend")
      .on(table.resendOf)
      .where(sql`${table.resendOf} IS NOT NULL AND ${table.expiredAt} IS NULL`),
    index("drafts_by_expiry").on(table.expiresAt),
    index("drafts_by_visitor").on(table.visitor, table.createdAt),
    // Whoever reads an address has what was begun under it: see `privacy/data-subject.server.ts`.
    index("drafts_by_email")
      .on(sql`lower(${table.answers} ->> '$.artist.email')`)
      .where(sql`${table.submittedAt} IS NULL AND ${table.expiredAt} IS NULL`),
    // What an artist has under way, on whatever device it was begun.
    index("drafts_by_artist").on(table.artistId).where(sql`${table.artistId} IS NOT NULL`),
    index("drafts_open")
      .on(table.createdAt)
      .where(sql`${table.submittedAt} IS NULL AND ${table.expiredAt} IS NULL`),
  ],
);

/**
 * Keys that open a draft beside that of the browser it was begun in: of links, and of browsers that an
 * artist who is signed in brought it to.
 */
export const draftKeys = sqliteTable(
  "draft_keys",
  {
    /** Only the hash: the key itself is in the link. */
    keyHash: text("key_hash").primaryKey(),
    draftId: text("draft_id").notNull(),
    /** The address that the link went to by mail, if it did: whoever uses it reads what goes there. */
    mailedTo: text("mailed_to"),
    /** The sign-in that brought the draft to a browser, where one did: with it the key ends. */
    sessionId: text("session_id"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("draft_keys_by_draft").on(table.draftId)],
);

/** From when on links to files count: those of one submission, or all. Earlier ones have been ended. */
export const linkEndings = sqliteTable("link_endings", {
  /** The id of a submission, or `all`. */
  scope: text("scope").primaryKey(),
  /** Unix seconds, as in the links themselves. */
  validFrom: integer("valid_from").notNull(),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
  /** Who of the label has ended them last: id and name as they were then. */
  staffId: text("staff_id"),
  staffName: text("staff_name"),
});

/** What artists have handed in. The draft's id is the idempotency key of the submit action. */
export const submissions = sqliteTable(
  "submissions",
  {
    id: text("id").primaryKey(),
    draftId: text("draft_id").notNull(),
    /** As of its draft. */
    entry: text("entry").notNull().default("open"),
    linkId: text("link_id"),
    reference: text("reference").notNull(),
    mondayItemId: text("monday_item_id"),
    artistName: text("artist_name").notNull(),
    email: text("email").notNull(),
    releaseTitle: text("release_title").notNull(),
    /** The account that it belongs to, if it does. */
    artistId: text("artist_id"),
    /** When staff have shown its page to everybody; null while it is unknown. */
    publishedAt: text("published_at"),
    /** When somebody of the label opened its page first; null while nobody has. */
    openedAt: text("opened_at"),
    /** What the team says to its artist beside the status; null where nothing. */
    artistNote: text("artist_note"),
    artistNoteAt: text("artist_note_at"),
    /** JSON: addresses of the shops where it is heard, as the team found them. */
    storeLinks: text("store_links").notNull().default("[]"),
    /** JSON: {@link import("./record/release-form").ReleaseForm}. */
    formData: text("form_data").notNull(),
    /** JSON: {@link import("./record/release-form").StoredFile} list. */
    files: text("files").notNull(),
    status: text("status").notNull().default("pending"),
    /** JSON list of {status, at, reason, id}, the first without an id; of what staff decided here also {by}. */
    statusHistory: text("status_history").notNull(),
    /** The status that the board showed when it was last read or written. */
    boardStatus: text("board_status").notNull().default("pending"),
    /** When that was written there, or taken over from there. */
    boardStatusAt: text("board_status_at"),
    replyDueAt: text("reply_due_at").notNull(),
    /** Set once the reply was found to be overdue. */
    overdueToldAt: text("overdue_told_at"),
    /** 1 once the uploads of its draft that it does not name are left to the sweep. */
    othersLeft: integer("others_left").notNull().default(0),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("submissions_unseen").on(table.id).where(sql`${table.othersLeft} = 0`),
    uniqueIndex("submissions_one_per_draft").on(table.draftId),
    uniqueIndex("submissions_by_reference").on(table.reference),
    index("submissions_by_monday_item").on(table.mondayItemId),
    index("submissions_by_due").on(table.status, table.replyDueAt),
    index("submissions_by_link").on(table.linkId, table.id),
    index("submissions_by_artist").on(table.artistId, table.id),
    index("submissions_published")
      .on(table.publishedAt)
      .where(sql`${table.publishedAt} IS NOT NULL`),
    index("submissions_by_email").on(sql`lower(${table.email})`, table.id),
    index("submissions_with_files").on(table.id).where(sql`${table.files} <> '[]'`),
  ],
);
