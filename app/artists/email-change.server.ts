import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import { normalizeEmail } from "./accounts.server";
import { artistLinks, artists, formerAddresses } from "./artist-tables.server";

/** For how long the link to a new address works. */
export const NEW_EMAIL_HOURS = 24;
const KIND = "new-email";
/** For how long a link that is over is kept. */
const KEPT_MS = 30 * 86_400_000;

const open = (now: Date) =>
  and(
    eq(artistLinks.kind, KIND),
    isNull(artistLinks.usedAt),
    gt(artistLinks.expiresAt, now.toISOString()),
  );

/**
 * Notes that an artist wants another address, which counts once its link was used; earlier wishes end.
 * @param when a condition; where it does not hold in that batch, nothing is noted.
 * @returns undefined where nothing was; else whether the address is another account's, so that its link can never work: to be told to
 * nobody but who reads that address.
 */
export async function requestEmailChange(
  db: Database,
  {
    artistId,
    email,
    tokenHash,
    now,
  }: Record<"artistId" | "email" | "tokenHash", string> & {
    now: Date;
  },
  when: SQL = sql`1`,
): Promise<{ taken: boolean } | undefined> {
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + NEW_EMAIL_HOURS * 3_600_000).toISOString();
  const address = normalizeEmail(email);
  const own = and(eq(artistLinks.artistId, artistId), eq(artistLinks.kind, KIND));
  const row: typeof artistLinks.$inferSelect = {
    tokenHash,
    artistId,
    kind: KIND,
    email: address,
    sessionId: null,
    usedAt: null,
    createdAt: at,
    expiresAt,
  };
  const [, noted, others] = await db.batch([
    db
      .update(artistLinks)
      .set({ usedAt: at })
      .where(and(own, isNull(artistLinks.usedAt), when)),
    db
      .insert(artistLinks)
      .select(sql`SELECT ${rowValues(artistLinks, row)} WHERE ${when}`)
      .returning({ id: artistLinks.tokenHash }),
    db
      .select({ id: artists.id })
      .from(artists)
      .where(and(eq(artists.email, address), isNull(artists.deletedAt))),
    db
      .delete(artistLinks)
      .where(
        and(
          eq(artistLinks.kind, KIND),
          sql`${artistLinks.expiresAt} < ${new Date(now.getTime() - KEPT_MS).toISOString()}`,
        ),
      ),
  ]);
  return noted.length > 0 ? { taken: others.length > 0 } : undefined;
}

/** The address that waits to be confirmed; undefined for none. */
export async function pendingEmail(
  db: Database,
  artistId: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: artistLinks.email })
    .from(artistLinks)
    .where(and(eq(artistLinks.artistId, artistId), open(now)))
    .orderBy(desc(artistLinks.createdAt))
    .limit(1);
  return row?.email;
}

/** Gives up the wish for another address. */
export async function cancelEmailChange(db: Database, artistId: string, now: Date): Promise<void> {
  await db
    .update(artistLinks)
    .set({ usedAt: now.toISOString() })
    .where(and(eq(artistLinks.artistId, artistId), open(now)));
}

/** The address that a link would confirm; nothing is spent by asking. */
export async function findEmailChange(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: artistLinks.email })
    .from(artistLinks)
    .innerJoin(artists, and(eq(artists.id, artistLinks.artistId), isNull(artists.deletedAt)))
    .where(and(eq(artistLinks.tokenHash, tokenHash), open(now)));
  return row?.email;
}

/** An account whose address has changed. */
interface ChangedEmail {
  artistId: string;
  before: string;
  email: string;
}

/**
 * Makes the address of a link the account's: once, and only while no other account has it. Whoever
 * reads the old address can sign in by no link that went there before.
 */
export async function confirmEmailChange(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<ChangedEmail | undefined> {
  const at = now.toISOString();
  const link = sql`(SELECT link.email FROM artist_links AS link
    WHERE link.token_hash = ${tokenHash} AND link.kind = ${KIND} AND link.artist_id = artists.id
    AND link.used_at IS NULL AND link.expires_at > ${at})`;
  const free = sql`NOT EXISTS (SELECT 1 FROM artists AS other
    WHERE other.email = ${link} AND other.deleted_at IS NULL AND other.id <> artists.id)`;
  const ofLink = (column: "artist_id" | "email") => sql`(SELECT link.${sql.raw(column)}
    FROM artist_links AS link WHERE link.token_hash = ${tokenHash} AND link.kind = ${KIND})`;
  const owner = ofLink("artist_id");
  const isToChange = sql`${link} IS NOT NULL AND ${isNull(artists.deletedAt)} AND ${free}`;
  const [before, , after] = await db.batch([
    db.select({ email: artists.email }).from(artists).where(sql`artists.id = ${owner}`),
    // What came under the old address until now stays theirs, and what comes later does not.
    db
      .insert(formerAddresses)
      .select(
        sql`SELECT artists.id, artists.email, ${at} FROM artists
          WHERE ${isToChange} AND artists.email <> ${link}`,
      )
      .onConflictDoNothing(),
    db
      .update(artists)
      .set({ email: link, updatedAt: at })
      .where(isToChange)
      .returning({ id: artists.id, email: artists.email }),
    // Those of both kinds that lead to this account are over once its address is another.
    db
      .update(artistLinks)
      .set({ usedAt: at })
      .where(
        and(
          isNull(artistLinks.usedAt),
          sql`${artistLinks.artistId} = ${owner}`,
          sql`EXISTS (SELECT 1 FROM artists WHERE artists.id = ${owner}
            AND artists.email = ${ofLink("email")})`,
        ),
      ),
  ]);
  const [account] = after;
  if (!account) return undefined;
  return { artistId: account.id, email: account.email, before: before[0]?.email ?? "" };
}
