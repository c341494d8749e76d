import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import {
  findByArtistId,
  findByEmail,
  insertAccountStatement,
  normalizeEmail,
} from "./accounts.server";
import { artists } from "./artist-tables.server";
import { invitationCodeHash, newArtistId, newInvitationCode } from "./codes.server";
import type { Profile } from "./profile";

/** What belonging needs of a table of the room below. */
const SUBMISSIONS = "submissions";
const submissions = sqliteTable(SUBMISSIONS, {
  id: text("id").notNull(),
  artistId: text("artist_id"),
});

/** An account, or its new code, as its mail tells of it. The code is a secret. */
interface NewCode {
  accountId: string;
  recipient: string;
  artistId: string;
  invitationCode: string;
  codeMark: string;
  again: boolean;
}

/** What making accounts works with. */
export interface AccountDeps {
  db: Database;
  ids: Ids;
  /** SIGNING_SECRET. */
  secret: string;
  /** The statements that write the mail with the code, where a condition holds in their batch. */
  mailPart: (
    news: NewCode,
    when: SQL,
    now: Date,
  ) => Promise<{ jobId: string; statements: readonly Statement[] }>;
}

/** A part of a batch, and the jobs that come of it. */
export interface AccountPart {
  statements: Statement[];
  jobIds: string[];
  /** Of the account that it makes, if it comes to that. */
  accountId?: string | undefined;
}

/** An artist id that nobody has. */
async function freeArtistId(db: Database, ids: Ids): Promise<string> {
  for (;;) {
    const artistId = newArtistId(ids.secret());
    if (!(await findByArtistId(db, artistId))) return artistId;
  }
}

const isThere = (id: string) => sql`EXISTS (SELECT 1 FROM ${artists} WHERE ${artists.id} = ${id})`;

/**
 * The statements that make an account and write the mail with its code, where its address has none.
 * @param when a condition; where it does not hold in that batch, nothing is written.
 */
export async function newAccountPart(
  { db, ids, secret, mailPart }: AccountDeps,
  { email, profile }: { email: string; profile: Partial<Profile> },
  when: SQL,
  now: Date,
): Promise<AccountPart & { id: string; artistId: string }> {
  const id = ids.next(now);
  const artistId = await freeArtistId(db, ids);
  const invitationCode = newInvitationCode(ids.secret());
  const mark = await invitationCodeHash(secret, invitationCode);
  const making = insertAccountStatement(
    db,
    { id, artistId, codeMark: mark, email, profile },
    now,
    when,
  );
  const news = { accountId: id, recipient: email, artistId, invitationCode, codeMark: mark };
  const mail = await mailPart({ ...news, again: false }, isThere(id), now);
  return { id, artistId, statements: [making, ...mail.statements], jobIds: [mail.jobId] };
}

/**
 * What accepting a submission that belongs to nobody writes: its artist's account, unless there is one of
 * that address, with the mail that brings its code; and whose the submission is. For the batch that sets
 * the status, by whomever: of two at once one account is made, and none where somebody has taken the
 * submission into theirs, whatever became of that account since.
 * @param when holds where that batch has set the status.
 */
export async function acceptancePart(
  deps: AccountDeps,
  submission: { id: string; email: string; profile: Partial<Profile> },
  when: SQL,
  now: Date,
): Promise<AccountPart> {
  const { db } = deps;
  const { id, email, profile } = submission;
  const account = await findByEmail(db, email);
  const ofNobody = sql`EXISTS (SELECT 1 FROM ${submissions}
    WHERE ${submissions.id} = ${id} AND ${submissions.artistId} IS NULL)`;
  const alone = sql`${when} AND ${ofNobody}`;
  const accountPart = account
    ? undefined
    : await newAccountPart(deps, { email, profile }, alone, now);
  const whose = sql`(SELECT ${artists.id} FROM ${artists}
    WHERE ${artists.email} = ${normalizeEmail(email)} AND ${artists.deletedAt} IS NULL)`;
  const joining = db
    .update(submissions)
    .set({ artistId: whose })
    .where(and(eq(submissions.id, id), isNull(submissions.artistId), when));
  const statements = [...(accountPart?.statements ?? []), joining];
  return { statements, jobIds: accountPart?.jobIds ?? [], accountId: accountPart?.id };
}

/**
 * Gives an account another invitation code, which its mail brings: whatever was opened with the old one
 * ends in the same moment.
 */
export async function newCodePart(
  { ids, secret, mailPart, db }: AccountDeps,
  account: { id: string; artistId: string; email: string },
  now: Date,
): Promise<AccountPart> {
  const { id, artistId, email: recipient } = account;
  const invitationCode = newInvitationCode(ids.secret());
  const mark = await invitationCodeHash(secret, invitationCode);
  const changing = db
    .update(artists)
    .set({ codeMark: mark, updatedAt: now.toISOString() })
    .where(and(eq(artists.id, id), isNull(artists.deletedAt)));
  const isChanged = sql`EXISTS (SELECT 1 FROM ${artists} WHERE ${artists.id} = ${id} AND ${artists.codeMark} = ${mark})`;
  const news = { accountId: id, recipient, artistId, invitationCode, codeMark: mark, again: true };
  const mail = await mailPart(news, isChanged, now);
  return { statements: [changing, ...mail.statements], jobIds: [mail.jobId] };
}
