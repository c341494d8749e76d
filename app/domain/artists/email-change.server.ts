import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import { NEW_EMAIL_HOURS } from "~/platform/sign-in-periods";
import { normalizeEmail } from "./accounts.server";
import { artistLinks, artists, formerAddresses } from "./artist-tables.server";

const KIND = "new-email";
const RETENTION_MS = 30 * 86_400_000;

const isOpen = (now: Date) =>
  and(
    eq(artistLinks.kind, KIND),
    isNull(artistLinks.usedAt),
    gt(artistLinks.expiresAt, now.toISOString()),
  );

/**
 * Records the request for a new address, which takes effect once its link is used. Earlier
 * requests end.
 * @param when a condition; where it does not hold in that batch, nothing is recorded.
 * @returns undefined if nothing was recorded; else whether another account has the address, so
 * that the link can never work. Only the reader of that address may learn this.
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
): Promise<{ isInUse: boolean } | undefined> {
  const timestamp = now.toISOString();
  const expiresAt = new Date(now.getTime() + NEW_EMAIL_HOURS * 3_600_000).toISOString();
  const address = normalizeEmail(email);
  const isOfArtist = and(eq(artistLinks.artistId, artistId), eq(artistLinks.kind, KIND));
  const row: typeof artistLinks.$inferInsert = {
    tokenHash,
    artistId,
    kind: KIND,
    email: address,
    createdAt: timestamp,
    expiresAt,
  };
  const [, newRows, accountRows] = await db.batch([
    db
      .update(artistLinks)
      .set({ usedAt: timestamp })
      .where(and(isOfArtist, isNull(artistLinks.usedAt), when)),
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
          sql`${artistLinks.expiresAt} < ${new Date(now.getTime() - RETENTION_MS).toISOString()}`,
        ),
      ),
  ]);
  return newRows.length > 0 ? { isInUse: accountRows.length > 0 } : undefined;
}

export async function pendingEmail(db: Database, artistId: string, now: Date) {
  const [row] = await db
    .select({ email: artistLinks.email })
    .from(artistLinks)
    .where(and(eq(artistLinks.artistId, artistId), isOpen(now)))
    .orderBy(desc(artistLinks.createdAt))
    .limit(1);
  return row?.email;
}

export async function cancelEmailChange(db: Database, artistId: string, now: Date): Promise<void> {
  await db
    .update(artistLinks)
    .set({ usedAt: now.toISOString() })
    .where(and(eq(artistLinks.artistId, artistId), isOpen(now)));
}

/** The address that a link would confirm. Does not use up the link. */
export async function findEmailChange(db: Database, tokenHash: string, now: Date) {
  const [row] = await db
    .select({ email: artistLinks.email })
    .from(artistLinks)
    .innerJoin(artists, and(eq(artists.id, artistLinks.artistId), isNull(artists.deletedAt)))
    .where(and(eq(artistLinks.tokenHash, tokenHash), isOpen(now)));
  return row?.email;
}

/**
 * Sets the account's address to the link's: once, and only while no other account has it. Links
 * sent to the old address stop working.
 */
export async function confirmEmailChange(db: Database, tokenHash: string, now: Date) {
  const timestamp = now.toISOString();
  const link = sql`(SELECT link.email FROM artist_links AS link
    WHERE link.token_hash = ${tokenHash} AND link.kind = ${KIND} AND link.artist_id = artists.id
    AND link.used_at IS NULL AND link.expires_at > ${timestamp})`;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM artists AS other
    WHERE other.email = ${link} AND other.deleted_at IS NULL AND other.id <> artists.id)`;
  const linkColumn = (column: "artist_id" | "email") => sql`(SELECT link.${sql.raw(column)}
    FROM artist_links AS link WHERE link.token_hash = ${tokenHash} AND link.kind = ${KIND})`;
  const owner = linkColumn("artist_id");
  const isToChange = sql`${link} IS NOT NULL AND ${isNull(artists.deletedAt)} AND ${isFree}`;
  const [before, , after] = await db.batch([
    db.select({ email: artists.email }).from(artists).where(sql`artists.id = ${owner}`),
    // Submissions under the old address belong to the account up to now, later ones do not.
    db
      .insert(formerAddresses)
      .select(
        sql`SELECT artists.id, artists.email, ${timestamp} FROM artists
          WHERE ${isToChange} AND artists.email <> ${link}`,
      )
      .onConflictDoNothing(),
    db
      .update(artists)
      .set({ email: link, updatedAt: timestamp })
      .where(isToChange)
      .returning({ id: artists.id, email: artists.email }),
    // All other links of the account end once its address has changed.
    db
      .update(artistLinks)
      .set({ usedAt: timestamp })
      .where(
        and(
          isNull(artistLinks.usedAt),
          sql`${artistLinks.artistId} = ${owner}`,
          sql`EXISTS (SELECT 1 FROM artists WHERE artists.id = ${owner}
            AND artists.email = ${linkColumn("email")})`,
        ),
      ),
  ]);
  const [account] = after;
  if (!account) return undefined;
  return { artistId: account.id, email: account.email, before: before[0]?.email ?? "" };
}
