import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import { signatureOf } from "~/platform/signed-link";
import { openSessionStatements } from "./artist-sessions.server";
import { artistLinks, artists } from "./artist-tables.server";

/** Used and expired links are kept so that their page can explain it. */
const RETENTION_DAYS = 30;

/** A link is mailed again for this time before a new one is made. */
const REUSE_MS = 60 * 60_000;

interface MailedLink {
  token: string;
  tokenHash: string;
  createdAt: string;
  expiresAt: string;
}

/**
 * The token of a link. It is derived from the row, so that the link can be mailed again although
 * only its hash is stored.
 * @param secret SIGNING_SECRET.
 */
async function signInToken(secret: string, artistId: string, createdAt: string): Promise<string> {
  return (await signatureOf(secret, `sign-in-link\n${artistId}\n${createdAt}`)).slice(0, 43);
}

/**
 * The link to mail: the live one sent to the same address within the last hour, else a new one. A
 * link in the mailbox goes on working, whoever requests another.
 */
export async function nextSignInLink(
  db: Database,
  { artistId, email }: { artistId: string; email: string },
  secret: string,
  now: Date,
): Promise<MailedLink> {
  const timestamp = now.toISOString();
  const [liveLink] = await db
    .select({ createdAt: artistLinks.createdAt, tokenHash: artistLinks.tokenHash })
    .from(artistLinks)
    .where(
      and(
        ...[eq(artistLinks.artistId, artistId), eq(artistLinks.kind, "sign-in")],
        ...[eq(artistLinks.email, email), isNull(artistLinks.usedAt)],
        gt(artistLinks.expiresAt, timestamp),
        gt(artistLinks.createdAt, new Date(now.getTime() - REUSE_MS).toISOString()),
      ),
    )
    .orderBy(desc(artistLinks.createdAt))
    .limit(1);
  const expiresAt = new Date(now.getTime() + SIGN_IN_LINK_MINUTES * 60_000).toISOString();
  const createLink = async (createdAt: string) => {
    const token = await signInToken(secret, artistId, createdAt);
    return { token, tokenHash: await sha256Hex(token), createdAt, expiresAt };
  };
  const link = await createLink(liveLink?.createdAt ?? timestamp);
  // The secret has changed, or the link is older than derived tokens.
  return liveLink && liveLink.tokenHash !== link.tokenHash ? createLink(timestamp) : link;
}

/**
 * Inserts a link, or extends the one that is mailed again, if the condition holds in its batch. A
 * used link stays used.
 */
export function storeSignInLinkStatement(
  db: Database,
  link: Omit<MailedLink, "token"> & { artistId: string; email: string },
  when: ReturnType<typeof sql>,
) {
  const row = { ...link, kind: "sign-in" };
  return db
    .insert(artistLinks)
    .select(sql`SELECT ${rowValues(artistLinks, row)} WHERE ${when}`)
    .onConflictDoUpdate({
      target: artistLinks.tokenHash,
      set: { expiresAt: link.expiresAt },
      setWhere: isNull(artistLinks.usedAt),
    });
}

export async function purgeSignInLinks(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -RETENTION_DAYS).toISOString();
  await db.delete(artistLinks).where(lte(artistLinks.expiresAt, before));
}

/** Finds a link without using it up; undefined for an unknown one. */
export async function findSignInLink(db: Database, token: string, now: Date) {
  const [row] = await db
    .select({ link: artistLinks, email: artists.email, codeMark: artists.codeMark })
    .from(artistLinks)
    .innerJoin(artists, and(eq(artists.id, artistLinks.artistId), isNull(artists.deletedAt)))
    .where(and(eq(artistLinks.tokenHash, await sha256Hex(token)), eq(artistLinks.kind, "sign-in")));
  if (!row) return undefined;
  const { link, email, codeMark } = row;
  const isOver =
    link.usedAt !== null || link.expiresAt <= now.toISOString() || link.email !== email;
  return { artistId: link.artistId, email, codeMark, isOver };
}

/**
 * Uses a link and opens its session, in one batch that checks everything again: of concurrent
 * calls one succeeds.
 * @param extraStatements written in the same batch in any case.
 * @returns whether this call succeeded.
 */
export async function spendSignInLink(
  db: Database,
  token: string,
  session: Parameters<typeof openSessionStatements>[1],
  now: Date,
): Promise<boolean> {
  const unspent = and(
    eq(artistLinks.tokenHash, await sha256Hex(token)),
    eq(artistLinks.kind, "sign-in"),
    eq(artistLinks.artistId, session.artistId),
    isNull(artistLinks.usedAt),
    gt(artistLinks.expiresAt, now.toISOString()),
    sql`EXISTS (SELECT 1 FROM ${artists} WHERE ${artists.id} = ${artistLinks.artistId}
      AND ${artists.email} = ${artistLinks.email} AND ${artists.deletedAt} IS NULL
      AND ${artists.codeMark} = ${session.codeMark})`,
  );
  const isUnspent = sql`EXISTS (SELECT 1 FROM ${artistLinks} WHERE ${unspent})`;
  const [ending, inserting, purging] = await openSessionStatements(db, session, now, isUnspent);
  const [, , rows] = await db.batch([
    ending,
    inserting,
    db
      .update(artistLinks)
      .set({ usedAt: now.toISOString() })
      .where(unspent)
      .returning({ id: artistLinks.tokenHash }),
    purging,
  ]);
  return rows.length > 0;
}
