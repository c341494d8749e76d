import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { openSessionStatements } from "./artist-sessions.server";
import { artistLinks, artists } from "./artist-tables.server";

/** For how long a link by mail signs in. */
export const LINK_MINUTES = 15;
/** For how long a link that is over is kept, so that its page can say so. */
const KEPT_DAYS = 30;

/** The statement that stores a link, where a condition holds in its batch. */
export function insertSignInLinkStatement(
  db: Database,
  link: { tokenHash: string; artistId: string; email: string },
  at: Date,
  when: ReturnType<typeof sql>,
) {
  const expiresAt = new Date(at.getTime() + LINK_MINUTES * 60_000).toISOString();
  const { tokenHash, artistId, email } = link;
  const row: typeof artistLinks.$inferSelect = {
    ...{ tokenHash, artistId, kind: "sign-in", email, usedAt: null, sessionId: null },
    ...{ createdAt: at.toISOString(), expiresAt },
  };
  return db.insert(artistLinks).select(sql`SELECT ${rowValues(artistLinks, row)} WHERE ${when}`);
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
 * @returns whether this call did.
 */
export async function spendSignInLink(
  db: Database,
  token: string,
  session: Parameters<typeof openSessionStatements>[1],
  at: Date,
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
  ]);
  return rows.length > 0;
}
