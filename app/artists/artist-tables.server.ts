import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** Artists who can sign in. */
export const artists = sqliteTable(
  "artists",
  {
    /** A ULID; never shown. */
    id: text("id").primaryKey(),
    /** What artists sign in with and read out to us, such as A-7K4P29. */
    artistId: text("artist_id").notNull().unique(),
    /** Of the invitation code, by a key of ours: another code ends what the old one opened. */
    codeMark: text("code_mark").notNull(),
    /** In lower case, and known to be theirs. */
    email: text("email").notNull(),
    /** JSON: {@link import("./profile").Profile}. */
    profile: text("profile").notNull(),
    /** How often the profile was changed: of two tabs, one is told. */
    version: integer("version").notNull().default(1),
    /** JSON: what was typed into its form and not saved: see `profile-draft.server.ts`; else null. */
    typed: text("typed"),
    /** JSON: the keys of the picture's variants; null without one. */
    picture: text("picture"),
    status: text("status").notNull().default("Active"),
    /** JSON: {@link import("./mail-choices").MailChoices}. */
    mailChoices: text("mail_choices").notNull().default("{}"),
    /** The signature that counts now. */
    contractSignatureId: text("contract_signature_id"),
    /** When staff have shown the artist's page to everybody; null while it is unknown. */
    publishedAt: text("published_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** Set when what is held about them was deleted. */
    deletedAt: text("deleted_at"),
  },
  (table) => [
    uniqueIndex("artists_by_email").on(table.email).where(sql`${table.deletedAt} IS NULL`),
    index("artists_published").on(table.publishedAt).where(sql`${table.publishedAt} IS NOT NULL`),
    // Those that have ended, which are few: their time is over two years later.
    index("artists_ended")
      .on(table.updatedAt)
      .where(sql`${table.status} <> 'Active' OR ${table.deletedAt} IS NOT NULL`),
  ],
);

/** Addresses that accounts had before the one they have now. */
export const formerAddresses = sqliteTable(
  "former_addresses",
  {
    artistId: text("artist_id").notNull(),
    /** In lower case, as accounts have theirs. */
    email: text("email").notNull(),
    /** When it ceased to be the account's: whatever came under it later is somebody else's. */
    until: text("until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.artistId, table.email, table.until] }),
    index("former_addresses_by_email").on(table.email, table.until),
  ],
);

/** Sign-ins of artists: a browser's session each, or a token for programs. */
export const artistSessions = sqliteTable(
  "artist_sessions",
  {
    /** A ULID, which names it in the list; it opens nothing. */
    id: text("id").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** browser or token. */
    kind: text("kind").notNull(),
    /** Only the hash: the token itself is in the cookie, or with who made it. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Of the invitation code as it was then. */
    codeMark: text("code_mark").notNull(),
    /** What it is called in the list, such as 'Firefox on Android'. */
    device: text("device").notNull(),
    /** A hash of the network address it was opened from: a place the artist is known to sign in from. */
    address: text("address"),
    createdAt: text("created_at").notNull(),
    /** To the hour. */
    lastUsedAt: text("last_used_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    endedAt: text("ended_at"),
    /** When whoever has it last showed to be the artist: by their code, or by a link to their address. */
    confirmedAt: text("confirmed_at"),
  },
  (table) => [
    index("artist_sessions_by_artist").on(table.artistId, table.id),
    index("artist_sessions_by_end").on(table.expiresAt),
  ],
);

/** Links by mail that do one thing once: sign in, confirm a changed address, or that it is the artist. */
export const artistLinks = sqliteTable(
  "artist_links",
  {
    /** Only the hash: the token itself is in the mail. */
    tokenHash: text("token_hash").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** sign-in, new-email or confirm. */
    kind: text("kind").notNull(),
    /** The address that it confirms. */
    email: text("email").notNull(),
    /** Of a confirm link: the session that asked for it, and alone may use it. */
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

/** What distribution still needs of a release, as its artist fills it in. */
export const releaseDetails = sqliteTable("release_details", {
  submissionId: text("submission_id").primaryKey(),
  /** JSON: what was typed so far, by field name. */
  answers: text("answers").notNull(),
  version: integer("version").notNull().default(1),
  /** JSON: the answers as they were sent to us last; null before. */
  sent: text("sent"),
  /** When that was. */
  sentAt: text("sent_at"),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/** What each songwriter of a track says of their share. */
export const splitConfirmations = sqliteTable(
  "split_confirmations",
  {
    id: text("id").primaryKey(),
    submissionId: text("submission_id").notNull(),
    trackId: text("track_id").notNull(),
    /** The songwriter's id within the track. */
    songwriterId: text("songwriter_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** Percent, as they were asked about it. */
    share: real("share").notNull(),
    /** JSON: the track and everybody's shares of it, as they were asked about. */
    split: text("split").notNull().default("[]"),
    /** Of that: another split asks again. */
    splitHash: text("split_hash").notNull(),
    /** The letter that asks them, about this track and maybe others. */
    letterId: text("letter_id").notNull().default(""),
    /** Only the hash, of the letter: the token itself is in the mail. */
    tokenHash: text("token_hash").notNull(),
    /** waiting, confirmed, disputed or replaced. */
    state: text("state").notNull().default("waiting"),
    /** Why they dispute it. */
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

/** Agreements that artists were asked to sign. */
export const signatureRequests = sqliteTable(
  "signature_requests",
  {
    id: text("id").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** portal or dropbox-sign. */
    provider: text("provider").notNull(),
    /** Of the other service, where it is one. */
    providerRequestId: text("provider_request_id"),
    providerSignatureId: text("provider_signature_id"),
    /** awaiting_signature, signed, declined or expired. */
    status: text("status").notNull().default("awaiting_signature"),
    templateVersion: text("template_version").notNull(),
    /** SHA-256 of the exact text that was shown. */
    textHash: text("text_hash").notNull(),
    /** The text itself, as it was shown. */
    text: text("text").notNull(),
    typedName: text("typed_name"),
    signedAt: text("signed_at"),
    /** Key and SHA-256 of the signed PDF. */
    documentKey: text("document_key"),
    documentHash: text("document_hash"),
    expiresAt: text("expires_at").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** When nobody could sign it at the other service any more, since we withdrew it or it was over there. */
    withdrawnAt: text("withdrawn_at"),
  },
  (table) => [
    index("signature_requests_by_artist").on(table.artistId, table.id),
    index("signature_requests_by_provider").on(table.providerRequestId),
    uniqueIndex("signature_requests_open")
      .on(table.artistId)
      .where(sql`${table.status} = 'awaiting_signature'`),
    // What was replaced here and waits to be withdrawn there.
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

/** What artists asked to be done with all that is held about them. */
export const dataRequests = sqliteTable(
  "data_requests",
  {
    id: text("id").primaryKey(),
    artistId: text("artist_id").notNull(),
    /** export or deletion. */
    kind: text("kind").notNull(),
    /** By when it must be done. */
    dueAt: text("due_at").notNull(),
    /** From when on the sweep carries it out; until then its artist may change their mind. */
    startsAt: text("starts_at").notNull().default(""),
    /** When it was begun: from then on nobody cancels it. */
    startedAt: text("started_at"),
    /** The address of the account, from its beginning to its end: the account has forgotten it by then. */
    email: text("email"),
    cancelledAt: text("cancelled_at"),
    doneAt: text("done_at"),
    /** JSON: what was deleted, and what the law keeps. */
    report: text("report"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("data_requests_by_artist").on(table.artistId, table.id),
    // Of each kind one at a time: whoever asks twice has asked once.
    uniqueIndex("data_requests_one_open")
      .on(table.artistId, table.kind)
      .where(sql`${table.doneAt} IS NULL AND ${table.cancelledAt} IS NULL`),
    index("data_requests_open")
      .on(table.startsAt)
      .where(sql`${table.doneAt} IS NULL AND ${table.cancelledAt} IS NULL`),
  ],
);
