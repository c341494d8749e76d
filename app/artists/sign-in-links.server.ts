import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { signatureOf } from "~/platform/signed-link";
import { openSessionStatements } from "./artist-sessions.server";
import { artistLinks, artists } from "./artist-tables.server";

/** For how long a link by mail signs in. */
export const LINK_MINUTES = 15;
/** For how long a link that is over is kept, so that its page can say so. */
const KEPT_DAYS = 30;

/** For how long after it was made the same link is mailed again, instead of another one. */
const MAILED_AGAIN_MS = 60 * 60_000;

/** A link that is about to be mailed. */
interface MailedLink {
  token: string;
  tokenHash: string;
  createdAt: string;
  expiresAt: string;
}

/**
 * The token of a link. It is made from what the row says, so that the link can be mailed again although only
 * its hash is kept.
 * @param secret SIGNING_SECRET.
 */
async function signInToken(secret: string, artistId: string, createdAt: string): Promise<string> {
  return (await signatureOf(secret, `sign-in-link\n${artistId}\n${createdAt}`)).slice(0, 43);
}

/**
 * The link to mail to an artist: the one that works and went to the same address within the last hour, else a
 * new one. Whoever asks, a link that is in the mailbox already goes on working.
 */
export async function nextSignInLink(
  db: Database,
  { artistId, email }: { artistId: string; email: string },
  secret: string,
  now: Date,
): Promise<MailedLink> {
  const at = now.toISOString();
  const [live] = await db
    .select({ createdAt: artistLinks.createdAt, tokenHash: artistLinks.tokenHash })
    .from(artistLinks)
    .where(
      and(
        ...[eq(artistLinks.artistId, artistId), eq(artistLinks.kind, "sign-in")],
        ...[eq(artistLinks.email, email), isNull(artistLinks.usedAt)],
        gt(artistLinks.expiresAt, at),
        gt(artistLinks.createdAt, new Date(now.getTime() - MAILED_AGAIN_MS).toISOString()),
      ),
    )
    .orderBy(desc(artistLinks.createdAt))
    .limit(1);
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000).toISOString();
  const made = async (createdAt: string) => {
    const token = await signInToken(secret, artistId, createdAt);
    return { token, tokenHash: await sha256Hex(token), createdAt, expiresAt };
  };
  const link = await made(live?.createdAt ?? at);
  // Another secret, or a link from before its token could be made again.
  return live && live.tokenHash !== link.tokenHash ? made(at) : link;
}

/**
 * The statement that stores a link, or has one that is mailed again work for its time from now on, where a
 * condition holds in its batch. One that was used meanwhile stays used.
 */
export function storeSignInLinkStatement(
  db: Database,
  link: Omit<MailedLink, "token"> & { artistId: string; email: string },
  when: ReturnType<typeof sql>,
) {
  const row: typeof artistLinks.$inferSelect = {
    ...link,
    kind: "sign-in",
    usedAt: null,
    sessionId: null,
  };
  return db
    .insert(artistLinks)
    .select(sql`SELECT ${rowValues(artistLinks, row)} WHERE ${when}`)
    .onConflictDoUpdate({
      target: artistLinks.tokenHash,
      set: { expiresAt: link.expiresAt },
      setWhere: isNull(artistLinks.usedAt),
    });
}

/** Forgets links that have long been over. */
export async function purgeSignInLinks(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -KEPT_DAYS).toISOString();
  await db.delete(artistLinks).where(lte(artistLinks.expiresAt, before));
}

/** Whom a link signs in; `over` where it was used, is too old, or its account has another address now. */
interface FoundLink {
  artistId: string;
  email: string;
  codeMark: string;
  over: boolean;
}

/** What is known of a link; undefined for one that never was. Nothing is spent by it. */
export async function findSignInLink(
  db: Database,
  token: string,
  now: Date,
): Promise<FoundLink | undefined> {
  const [row] = await db
    .select({ link: artistLinks, email: artists.email, codeMark: artists.codeMark })
    .from(artistLinks)
    .innerJoin(artists, and(eq(artists.id, artistLinks.artistId), isNull(artists.deletedAt)))
    .where(and(eq(artistLinks.tokenHash, await sha256Hex(token)), eq(artistLinks.kind, "sign-in")));
  if (!row) return undefined;
  const { link, email, codeMark } = row;
  const over = link.usedAt !== null || link.expiresAt <= now.toISOString() || link.email !== email;
  return { artistId: link.artistId, email, codeMark, over };
}

/**
 * Spends a link and opens the session it is for, in one batch that decides whether it may: of any number
 * at once one does.
 * @param alongside what is written in the same batch, whether or not this call does.
 * @returns whether this call did.
 */
export async function spendSignInLink(
  db: Database,
  token: string,
  session: Parameters<typeof openSessionStatements>[1],
  at: Date,
  alongside: readonly Statement[] = [],
): Promise<boolean> {
  const unspent = and(
    eq(artistLinks.tokenHash, await sha256Hex(token)),
    eq(artistLinks.kind, "sign-in"),
    eq(artistLinks.artistId, session.artistId),
    isNull(artistLinks.usedAt),
    gt(artistLinks.expiresAt, at.toISOString()),
    sql`EXISTS (SELECT 1 FROM ${artists} WHERE ${artists.id} = ${artistLinks.artistId}
      AND ${artists.email} = ${artistLinks.email} AND ${artists.deletedAt} IS NULL
      AND ${artists.codeMark} = ${session.codeMark})`,
  );
  const may = sql`EXISTS (SELECT 1 FROM ${artistLinks} WHERE ${unspent})`;
  const [ending, inserting, forgetting] = await openSessionStatements(db, session, at, may);
  const [, , rows] = await db.batch([
    ending,
    inserting,
    db
      .update(artistLinks)
      .set({ usedAt: at.toISOString() })
      .where(unspent)
      .returning({ id: artistLinks.tokenHash }),
    forgetting,
    ...alongside,
  ]);
  return rows.length > 0;
}
