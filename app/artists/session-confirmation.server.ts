import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import type { SignedIn } from "~/platform/principal";
import { artistLinks, artistSessions, artists } from "./artist-tables.server";

/*
 * Whoever has the session of a browser need not be the artist. What buys lasting access, or destroys, asks for
 * more: for the invitation code, or for a link that went to the address of the account. A session that has
 * just been opened is none the better for it.
 */

/** For how long after that a session may do such things. */
const CONFIRMED_MINUTES = 10;
/** For how long a link by mail can be used for it. */
export const CONFIRM_LINK_MINUTES = 15;
const KIND = "confirm";

const minutesFrom = (at: Date, minutes: number) =>
  new Date(at.getTime() + minutes * 60_000).toISOString();

type Browser = Pick<SignedIn, "id" | "sessionId">;

/** The condition that a session lasts, and belongs to an account with this code still. */
const lasts = ({ id, sessionId }: Browser, now: Date) =>
  and(
    ...[eq(artistSessions.id, sessionId), eq(artistSessions.artistId, id)],
    ...[eq(artistSessions.kind, "browser"), isNull(artistSessions.endedAt)],
    gt(artistSessions.expiresAt, now.toISOString()),
    sql`EXISTS (SELECT 1 FROM ${artists} AS owner WHERE owner.id = ${artistSessions.artistId}
      AND owner.code_mark = ${artistSessions.codeMark} AND owner.deleted_at IS NULL)`,
  );

/** The condition that whoever has a session has shown a moment ago to be the artist; for what they then do. */
export function isConfirmed(by: Browser, now: Date): SQL {
  const since = minutesFrom(now, -CONFIRMED_MINUTES);
  return sql`EXISTS (SELECT 1 FROM ${artistSessions}
    WHERE ${and(lasts(by, now), gt(artistSessions.confirmedAt, since))})`;
}

/** Whether they have, for a page that asks first. */
export async function hasConfirmed(db: Database, by: Browser, now: Date): Promise<boolean> {
  const row = await db.get<{ is: number }>(sql`SELECT ${isConfirmed(by, now)} AS "is"`);
  return row?.is === 1;
}

/** The statement that writes it down. @param when a condition that holds in its batch. */
const confirmStatement = (db: Database, by: Browser, now: Date, when: SQL) =>
  db
    .update(artistSessions)
    .set({ confirmedAt: now.toISOString() })
    .where(and(lasts(by, now), when))
    .returning({ id: artistSessions.id });

/**
 * Writes down that an artist has typed their code. The statement compares it.
 * @returns whether it is the code.
 */
export async function confirmByCodeMark(
  db: Database,
  by: Browser,
  codeMark: string,
  now: Date,
): Promise<boolean> {
  const isTheirs = sql`EXISTS (SELECT 1 FROM ${artists} AS typed WHERE typed.id = ${by.id}
    AND typed.code_mark = ${codeMark})`;
  return (await confirmStatement(db, by, now, isTheirs)).length > 0;
}

/** The statement that stores a link for the session that asks, where a condition holds in its batch. */
export function insertConfirmLinkStatement(
  db: Database,
  link: { tokenHash: string; email: string; by: Browser },
  now: Date,
  when: SQL,
) {
  const { tokenHash, email, by } = link;
  const row: typeof artistLinks.$inferSelect = {
    tokenHash,
    artistId: by.id,
    kind: KIND,
    email,
    sessionId: by.sessionId,
    usedAt: null,
    createdAt: now.toISOString(),
    expiresAt: minutesFrom(now, CONFIRM_LINK_MINUTES),
  };
  return db.insert(artistLinks).select(sql`SELECT ${rowValues(artistLinks, row)} WHERE ${when}`);
}

/** The condition for a link that works in the browser that asked for it. */
const works = (tokenHash: string, by: Browser, now: Date) =>
  and(
    ...[eq(artistLinks.tokenHash, tokenHash), eq(artistLinks.kind, KIND)],
    ...[eq(artistLinks.artistId, by.id), eq(artistLinks.sessionId, by.sessionId)],
    ...[isNull(artistLinks.usedAt), gt(artistLinks.expiresAt, now.toISOString())],
    sql`EXISTS (SELECT 1 FROM ${artists} AS reader WHERE reader.id = ${artistLinks.artistId}
      AND reader.email = ${artistLinks.email})`,
  );

/** What a link would do: `elsewhere` where another browser asked for it, `over` where it does nothing any more. */
export type ConfirmLink = "works" | "elsewhere" | "over";

/** What is known of a link. Nothing is spent by it. @param by who opens it, if anybody is signed in. */
export async function findConfirmLink(
  db: Database,
  tokenHash: string,
  by: Browser | undefined,
  now: Date,
): Promise<ConfirmLink> {
  const [row] = await db
    .select()
    .from(artistLinks)
    .where(and(eq(artistLinks.tokenHash, tokenHash), eq(artistLinks.kind, KIND)));
  if (!row || row.usedAt !== null || row.expiresAt <= now.toISOString()) return "over";
  if (row.sessionId !== by?.sessionId) return "elsewhere";
  return (await db.$count(artistLinks, works(tokenHash, by, now))) > 0 ? "works" : "over";
}

/**
 * Spends a link, and confirms the session that asked for it: of any number at once one does, and in no other
 * browser, so that nobody confirms a stranger's session by opening their mail.
 * @returns whether this call did.
 */
export async function spendConfirmLink(
  db: Database,
  tokenHash: string,
  by: Browser,
  now: Date,
): Promise<boolean> {
  const isUnspent = sql`EXISTS (SELECT 1 FROM ${artistLinks} WHERE ${works(tokenHash, by, now)})`;
  const [rows] = await db.batch([
    confirmStatement(db, by, now, isUnspent),
    db
      .update(artistLinks)
      .set({ usedAt: now.toISOString() })
      .where(works(tokenHash, by, now)),
  ]);
  return rows.length > 0;
}
