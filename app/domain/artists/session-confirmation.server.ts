import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { addMinutes } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import type { SignedIn } from "~/platform/principal";
import { CONFIRMED_MINUTES, SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import { artistLinks, artistSessions, artists } from "./artist-tables.server";

/*
 * The holder of a browser session need not be the artist. What grants lasting access or destroys data
 * also needs the invitation code or a link mailed to the account, even right after signing in.
 */

const KIND = "confirm";

type BrowserSession = Pick<SignedIn, "id" | "sessionId">;

/** The condition that a session is live and its account still has the same code. */
const isValidSession = ({ id, sessionId }: BrowserSession, now: Date) =>
  and(
    ...[eq(artistSessions.id, sessionId), eq(artistSessions.artistId, id)],
    ...[eq(artistSessions.kind, "browser"), isNull(artistSessions.endedAt)],
    gt(artistSessions.expiresAt, now.toISOString()),
    sql`EXISTS (SELECT 1 FROM ${artists} AS owner WHERE owner.id = ${artistSessions.artistId}
      AND owner.code_mark = ${artistSessions.codeMark} AND owner.deleted_at IS NULL)`,
  );

/**
 * The condition that a session was confirmed recently; for the statement of the protected action.
 */
export function isConfirmed(session: BrowserSession, now: Date): SQL {
  const since = addMinutes(now, -CONFIRMED_MINUTES).toISOString();
  return sql`EXISTS (SELECT 1 FROM ${artistSessions}
    WHERE ${and(isValidSession(session, now), gt(artistSessions.confirmedAt, since))})`;
}

export async function hasConfirmed(db: Database, session: BrowserSession, now: Date) {
  const row = await db.get<{ isConfirmed: number }>(
    sql`SELECT ${isConfirmed(session, now)} AS "isConfirmed"`,
  );
  return row?.isConfirmed === 1;
}

/** @param when a condition that holds in its batch. */
const confirmStatement = (db: Database, session: BrowserSession, now: Date, when: SQL) =>
  db
    .update(artistSessions)
    .set({ confirmedAt: now.toISOString() })
    .where(and(isValidSession(session, now), when))
    .returning({ id: artistSessions.id });

/** Confirms a session if this is the account's code. @returns whether it is. */
export async function confirmByCodeMark(
  db: Database,
  session: BrowserSession,
  codeMark: string,
  now: Date,
): Promise<boolean> {
  const isCode = sql`EXISTS (SELECT 1 FROM ${artists} AS typed WHERE typed.id = ${session.id}
    AND typed.code_mark = ${codeMark})`;
  return (await confirmStatement(db, session, now, isCode)).length > 0;
}

/** Stores a link for the requesting session, if the condition holds in its batch. */
export function insertConfirmLinkStatement(
  db: Database,
  link: { tokenHash: string; email: string; session: BrowserSession },
  now: Date,
  when: SQL,
) {
  const { tokenHash, email, session } = link;
  const row: typeof artistLinks.$inferInsert = {
    tokenHash,
    artistId: session.id,
    kind: KIND,
    email,
    sessionId: session.sessionId,
    createdAt: now.toISOString(),
    expiresAt: addMinutes(now, SIGN_IN_LINK_MINUTES).toISOString(),
  };
  return db.insert(artistLinks).select(sql`SELECT ${rowValues(artistLinks, row)} WHERE ${when}`);
}

/** The condition that a link is unused and opened in the browser that requested it. */
const isValidLink = (tokenHash: string, session: BrowserSession, now: Date) =>
  and(
    ...[eq(artistLinks.tokenHash, tokenHash), eq(artistLinks.kind, KIND)],
    ...[eq(artistLinks.artistId, session.id), eq(artistLinks.sessionId, session.sessionId)],
    ...[isNull(artistLinks.usedAt), gt(artistLinks.expiresAt, now.toISOString())],
    sql`EXISTS (SELECT 1 FROM ${artists} AS reader WHERE reader.id = ${artistLinks.artistId}
      AND reader.email = ${artistLinks.email})`,
  );

/** `elsewhere`: requested in another browser. `over`: used or expired. */
export type ConfirmLink = "works" | "elsewhere" | "over";

/** Checks a link without using it up. @param session who opens it; undefined if signed out. */
export async function findConfirmLink(
  db: Database,
  tokenHash: string,
  session: BrowserSession | undefined,
  now: Date,
): Promise<ConfirmLink> {
  const [row] = await db
    .select()
    .from(artistLinks)
    .where(and(eq(artistLinks.tokenHash, tokenHash), eq(artistLinks.kind, KIND)));
  if (!row || row.usedAt !== null || row.expiresAt <= now.toISOString()) return "over";
  if (row.sessionId !== session?.sessionId) return "elsewhere";
  return (await db.$count(artistLinks, isValidLink(tokenHash, session, now))) > 0
    ? "works"
    : "over";
}

/**
 * Uses a link and confirms the session that requested it; of concurrent calls one succeeds. No
 * other browser can, so that nobody confirms a stranger's session by opening their mail.
 * @returns whether this call did.
 */
export async function spendConfirmLink(
  db: Database,
  tokenHash: string,
  session: BrowserSession,
  now: Date,
): Promise<boolean> {
  const isUnspent = sql`EXISTS (SELECT 1 FROM ${artistLinks} WHERE ${isValidLink(tokenHash, session, now)})`;
  const [rows] = await db.batch([
    confirmStatement(db, session, now, isUnspent),
    db
      .update(artistLinks)
      .set({ usedAt: now.toISOString() })
      .where(isValidLink(tokenHash, session, now)),
  ]);
  return rows.length > 0;
}
