import { type SQLWrapper, sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** Orders ids such as `track-10` by their number. */
export const inTrackOrder = (trackId: SQLWrapper) => sql`CAST(substr(${trackId}, 7) AS INTEGER)`;

export const artists = sqliteTable(
  "artists",
  {
    /** A ULID; never displayed. */
    id: text("id").primaryKey(),
    /** The public id used to sign in, such as A-7K4P29. */
    artistId: text("artist_id").notNull().unique(),
    /**
     * Keyed hash of the invitation code; changing it ends all sessions opened with the old code.
     */
    codeMark: text("code_mark").notNull(),
    /** In lower case; confirmed. */
    email: text("email").notNull(),
    /** JSON: {@link import("./profile").Profile}. */
    profile: text("profile").notNull(),
    /** For optimistic locking of the profile. */
    version: integer("version").notNull().default(1),
    /** JSON: unsaved form values, see `profile-draft.server.ts`; else null. */
    typed: text("typed"),
    /** JSON: the keys of the picture's variants; null without one. */
    picture: text("picture"),
    status: text("status").notNull().default("Active"),
    /** JSON: {@link import("./mail-choices").MailChoices}. */
    mailChoices: text("mail_choices").notNull().default("{}"),
    contractSignatureId: text("contract_signature_id"),
    /** When staff published the artist's page; null while it is not public. */
    publishedAt: text("published_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    deletedAt: text("deleted_at"),
  },
  (table) => [
    uniqueIndex("artists_by_email").on(table.email).where(sql`${table.deletedAt} IS NULL`),
    index("artists_published").on(table.publishedAt).where(sql`${table.publishedAt} IS NOT NULL`),
    // Ended accounts are few; they are deleted two years later.
    index("artists_ended")
      .on(table.updatedAt)
      .where(sql`${table.status} <> 'Active' OR ${table.deletedAt} IS NOT NULL`),
  ],
);

export const formerAddresses = sqliteTable(
  "former_addresses",
  {
    artistId: text("artist_id").notNull(),
    /** In lower case. */
    email: text("email").notNull(),
    /** When the account gave it up; whatever is sent under it later is somebody else's. */
    until: text("until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.artistId, table.email, table.until] }),
    index("former_addresses_by_email").on(table.email, table.until),
  ],
);

export const artistSessions = sqliteTable(
  "artist_sessions",
  {
    /** A ULID, not a secret. */
    id: text("id").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** browser or token. */
    kind: text("kind").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** The account's code mark when the session was opened. */
    codeMark: text("code_mark").notNull(),
    /** Display name, such as 'Firefox on Android'. */
    device: text("device").notNull(),
    /** Hash of the network address it was opened from. */
    address: text("address"),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    endedAt: text("ended_at"),
    /** When its holder last proved to be the artist, by code or by mailed link. */
    confirmedAt: text("confirmed_at"),
  },
  (table) => [
    index("artist_sessions_by_artist").on(table.artistId, table.id),
    index("artist_sessions_by_end").on(table.expiresAt),
  ],
);

/** Single-use links by mail: sign in, confirm a new address, or confirm identity. */
export const artistLinks = sqliteTable(
  "artist_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** sign-in, new-email or confirm. */
    kind: text("kind").notNull(),
    email: text("email").notNull(),
    /** For confirm links: the session that requested it; only that one may use it. */
    sessionId: text("session_id"),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    usedAt: text("used_at"),
  },
  (table) => [
    index("artist_links_by_artist").on(table.artistId, table.createdAt),
    index("artist_links_by_end").on(table.expiresAt),
  ],
);

export const releaseDetails = sqliteTable("release_details", {
  submissionId: text("submission_id").primaryKey(),
  /** JSON: values by field name. */
  answers: text("answers").notNull(),
  version: integer("version").notNull().default(1),
  /** JSON: the answers last submitted; null before. */
  sent: text("sent"),
  sentAt: text("sent_at"),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/** Files that prove rights, at most one for each question; they count as soon as they are stored. */
export const rightsProofs = sqliteTable(
  "rights_proofs",
  {
    /** A ULID; a new one for each file. */
    id: text("id").notNull().unique(),
    submissionId: text("submission_id").notNull(),
    /** Empty for a question about the whole release. */
    trackId: text("track_id").notNull(),
    /** cover, samples or workForHire. */
    question: text("question").notNull(),
    fileName: text("file_name").notNull(),
    /** pdf, jpeg or png, by its first bytes. */
    kind: text("kind").notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    key: text("key").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.trackId, table.question] })],
);

export const splitConfirmations = sqliteTable(
  "split_confirmations",
  {
    id: text("id").primaryKey(),
    submissionId: text("submission_id").notNull(),
    trackId: text("track_id").notNull(),
    songwriterId: text("songwriter_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** Percent. */
    share: real("share").notNull(),
    /** JSON: the track and all shares as they were when its songwriters were last asked. */
    split: text("split").notNull().default("[]"),
    /** Empty; before, a hash of `split`. Not read: name, address and share say which share it is. */
    splitHash: text("split_hash").notNull(),
    /** One letter may ask about several tracks. */
    letterId: text("letter_id").notNull().default(""),
    tokenHash: text("token_hash").notNull(),
    /** waiting, confirmed, disputed or replaced. */
    state: text("state").notNull().default("waiting"),
    note: text("note"),
    remindedAt: text("reminded_at"),
    answeredAt: text("answered_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("split_confirmations_by_submission").on(table.submissionId, table.trackId),
    index("split_confirmations_by_token").on(table.tokenHash),
    index("split_confirmations_waiting")
      .on(table.createdAt)
      .where(sql`${table.state} = 'waiting' AND ${table.remindedAt} IS NULL`),
  ],
);

export const signatureRequests = sqliteTable(
  "signature_requests",
  {
    id: text("id").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** portal or dropbox-sign. */
    provider: text("provider").notNull(),
    providerRequestId: text("provider_request_id"),
    providerSignatureId: text("provider_signature_id"),
    /** awaiting_signature, signed, declined or expired. */
    status: text("status").notNull().default("awaiting_signature"),
    templateVersion: text("template_version").notNull(),
    /** SHA-256 of `text`. */
    textHash: text("text_hash").notNull(),
    /** The exact text that was displayed. */
    text: text("text").notNull(),
    typedName: text("typed_name"),
    signedAt: text("signed_at"),
    /** Key and SHA-256 of the signed PDF. */
    documentKey: text("document_key"),
    documentHash: text("document_hash"),
    expiresAt: text("expires_at").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** When it could no longer be signed at the provider: cancelled by us, or finished there. */
    withdrawnAt: text("withdrawn_at"),
  },
  (table) => [
    index("signature_requests_by_artist").on(table.artistId, table.id),
    index("signature_requests_by_provider").on(table.providerRequestId),
    uniqueIndex("signature_requests_open")
      .on(table.artistId)
      .where(sql`${table.status} = 'awaiting_signature'`),
    index("signature_requests_to_withdraw")
      .on(table.artistId)
      .where(
        sql`${table.status} = 'expired' AND ${table.providerRequestId} IS NOT NULL AND ${table.withdrawnAt} IS NULL`,
      ),
    index("signature_requests_unsigned")
      .on(table.expiresAt)
      .where(sql`${table.status} <> 'signed'`),
  ],
);

export const dataRequests = sqliteTable(
  "data_requests",
  {
    id: text("id").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** export or deletion. */
    kind: text("kind").notNull(),
    dueAt: text("due_at").notNull(),
    /** The sweep runs it from then on; until then the artist may cancel. */
    startsAt: text("starts_at").notNull().default(""),
    /** Once set, it can no longer be cancelled. */
    startedAt: text("started_at"),
    /** The account's address, copied because the deletion removes it from the account. */
    email: text("email"),
    cancelledAt: text("cancelled_at"),
    doneAt: text("done_at"),
    /** JSON: what was deleted, and what must be kept by law. */
    report: text("report"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("data_requests_by_artist").on(table.artistId, table.id),
    // One open request of each kind; asking twice counts once.
    uniqueIndex("data_requests_one_open")
      .on(table.artistId, table.kind)
      .where(sql`${table.doneAt} IS NULL AND ${table.cancelledAt} IS NULL`),
    index("data_requests_open")
      .on(table.startsAt)
      .where(sql`${table.doneAt} IS NULL AND ${table.cancelledAt} IS NULL`),
  ],
);
