import { and, desc, eq, exists, isNotNull, isNull } from "drizzle-orm";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { type Account, findAccount, toAccount } from "./accounts.server";
import { artists } from "./artist-tables.server";

const isPublic = and(isNotNull(artists.publishedAt), isNull(artists.deletedAt));

/**
 * Publishes or unpublishes an artist's page, with its audit entry in the same batch.
 * @param id of the account. @returns false if nothing changed.
 */
export async function setArtistPublished(
  db: Database,
  id: string,
  { isPublished, now }: { isPublished: boolean; now: Date },
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const { publishedAt } = artists;
  const isChangeable = and(
    ...[eq(artists.id, id), isNull(artists.deletedAt)],
    isPublished ? isNull(publishedAt) : isNotNull(publishedAt),
  );
  const query = db.select({ id: artists.id }).from(artists).where(isChangeable);
  const [, rows] = await db.batch([
    extraStatement(exists(query)),
    db
      .update(artists)
      .set({ publishedAt: isPublished ? now.toISOString() : null })
      .where(isChangeable)
      .returning({ id: artists.id }),
  ]);
  return rows.length > 0;
}

export async function findPublishedArtist(
  db: Database,
  artistId: string,
): Promise<Account | undefined> {
  const [row] = await db
    .select({ id: artists.id })
    .from(artists)
    .where(and(eq(artists.artistId, artistId), isPublic));
  return row && findAccount(db, row.id);
}

export async function publicArtist(db: Database, id: string | null): Promise<Account | undefined> {
  const account = id === null ? undefined : await findAccount(db, id);
  return account?.publishedAt ? account : undefined;
}

/** Public ids of published artists, latest first. */
export async function listPublishedArtists(db: Database, limit: number) {
  const { artistId, publishedAt } = artists;
  return db
    .select({ artistId, publishedAt })
    .from(artists)
    .where(isPublic)
    .orderBy(desc(publishedAt))
    .limit(limit);
}

/** Published artists, latest first. */
export async function publishedArtists(db: Database, limit: number): Promise<Account[]> {
  const rows = await db
    .select()
    .from(artists)
    .where(isPublic)
    .orderBy(desc(artists.publishedAt))
    .limit(limit);
  return rows.map(toAccount);
}
