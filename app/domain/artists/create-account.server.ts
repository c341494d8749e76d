import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { submissions } from "~/domain/submission/submission-tables.server";
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
import { greetedIn, type Profile } from "./profile";

/** Data of the mail that brings an invitation code. The code is a secret. */
interface NewCode {
  accountId: string;
  recipient: string;
  artistId: string;
  invitationCode: string;
  codeMark: string;
  again: boolean;
  greeted: ReturnType<typeof greetedIn>;
}

export interface AccountDeps {
  db: Database;
  ids: Ids;
  /** SIGNING_SECRET. */
  secret: string;
  /** Statements that queue the mail with the code, if the condition holds in their batch. */
  mailPart: (
    newCode: NewCode,
    when: SQL,
    now: Date,
  ) => Promise<{ jobId: string; statements: readonly Statement[] }>;
}

export interface AccountPart {
  statements: Statement[];
  jobIds: string[];
  accountId?: string | undefined;
}

async function createArtistId(db: Database, ids: Ids): Promise<string> {
  for (;;) {
    const artistId = newArtistId(ids.secret());
    if (!(await findByArtistId(db, artistId))) return artistId;
  }
}

const accountExists = (id: string) =>
  sql`EXISTS (SELECT 1 FROM ${artists} WHERE ${artists.id} = ${id})`;

/**
 * Statements that create an account and queue the mail with its code, unless its address has an
 * account.
 * @param when a condition; where it does not hold in that batch, nothing is written.
 */
export async function newAccountPart(
  { db, ids, secret, mailPart }: AccountDeps,
  { email, profile }: { email: string; profile: Partial<Profile> },
  when: SQL,
  now: Date,
): Promise<AccountPart & { id: string; artistId: string }> {
  const id = ids.next(now);
  const artistId = await createArtistId(db, ids);
  const invitationCode = newInvitationCode(ids.secret());
  const codeMark = await invitationCodeHash(secret, invitationCode);
  const insertStatement = insertAccountStatement(
    db,
    { id, artistId, codeMark, email, profile },
    now,
    when,
  );
  const greeted = greetedIn({ name: "", artistName: "", ...profile });
  const newCode = { accountId: id, recipient: email, artistId, invitationCode, codeMark, greeted };
  const mail = await mailPart({ ...newCode, again: false }, accountExists(id), now);
  return { id, artistId, statements: [insertStatement, ...mail.statements], jobIds: [mail.jobId] };
}

/**
 * Statements for accepting a submission without an owner: they create the artist's account unless
 * the address has one, queue its mail, and make the account the owner. For the batch that sets the
 * status; of two concurrent ones one account is created.
 * @param when holds if that batch has set the status.
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
  const isUnowned = sql`EXISTS (SELECT 1 FROM ${submissions}
    WHERE ${submissions.id} = ${id} AND ${submissions.artistId} IS NULL)`;
  const isAcceptedAndUnowned = sql`${when} AND ${isUnowned}`;
  const accountPart = account
    ? undefined
    : await newAccountPart(deps, { email, profile }, isAcceptedAndUnowned, now);
  const ownerId = sql`(SELECT ${artists.id} FROM ${artists}
    WHERE ${artists.email} = ${normalizeEmail(email)} AND ${artists.deletedAt} IS NULL)`;
  const updateStatement = db
    .update(submissions)
    .set({ artistId: ownerId })
    .where(and(eq(submissions.id, id), isNull(submissions.artistId), when));
  const statements = [...(accountPart?.statements ?? []), updateStatement];
  return { statements, jobIds: accountPart?.jobIds ?? [], accountId: accountPart?.id };
}

/**
 * Gives an account a new invitation code and queues its mail. Sessions of the old code end at
 * once.
 */
export async function newCodePart(
  { ids, secret, mailPart, db }: AccountDeps,
  account: { id: string; artistId: string; email: string; profile: Profile },
  now: Date,
): Promise<AccountPart> {
  const { id, artistId, email: recipient } = account;
  const invitationCode = newInvitationCode(ids.secret());
  const codeMark = await invitationCodeHash(secret, invitationCode);
  const updateStatement = db
    .update(artists)
    .set({ codeMark, updatedAt: now.toISOString() })
    .where(and(eq(artists.id, id), isNull(artists.deletedAt)));
  const isChanged = sql`EXISTS (SELECT 1 FROM ${artists} WHERE ${artists.id} = ${id} AND ${artists.codeMark} = ${codeMark})`;
  const greeted = greetedIn(account.profile);
  const code = { accountId: id, recipient, artistId, invitationCode, codeMark };
  const newCode = { ...code, again: true, greeted };
  const mail = await mailPart(newCode, isChanged, now);
  return { statements: [updateStatement, ...mail.statements], jobIds: [mail.jobId] };
}
