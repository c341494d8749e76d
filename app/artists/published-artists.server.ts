import { and, desc, eq, exists, isNotNull, isNull } from "drizzle-orm";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { type Account, findAccount, toAccount } from "./accounts.server";
import { artists } from "./artist-tables.server";

const isPublic = and(isNotNull(artists.publishedAt), isNull(artists.deletedAt));

/**
 * Shows an artist's page to everybody, or takes it away; what did it is written down in the same batch.
 * @param id of the account. @returns whether this call did it: not where it is so already.
 */
export async function setArtistPublished(
  db: Database,
  id: string,
  { on, at }: { on: boolean; at: Date },
  alongside: ExtraStatement,
): Promise<boolean> {
  const { publishedAt } = artists;
  const may = and(
    ...[eq(artists.id, id), isNull(artists.deletedAt)],
    on ? isNull(publishedAt) : isNotNull(publishedAt),
  );
  const query = db.select({ id: artists.id }).from(artists).where(may);
  const [, rows] = await db.batch([
    alongside(exists(query)),
    db
      .update(artists)
      .set({ publishedAt: on ? at.toISOString() : null })
      .where(may)
      .returning({ id: artists.id }),
  ]);
  return rows.length > 0;
}

/** The artist with this readable id whose page everybody may see; undefined for every other. */
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

/** An account whose page everybody may see, by its id. */
export async function publicArtist(db: Database, id: string | null): Promise<Account | undefined> {
  const account = id === null ? undefined : await findAccount(db, id);
  return account?.publishedAt ? account : undefined;
}

/** Readable ids of artists whose page everybody may see, the latest first. */
export async function listPublishedArtists(db: Database, limit: number) {
  const { artistId, publishedAt } = artists;
  return db
    .select({ artistId, publishedAt })
    .from(artists)
    .where(isPublic)
    .orderBy(desc(publishedAt))
    .limit(limit);
}

/** Artists whose page everybody may see, the latest first. */
export async function publishedArtists(db: Database, limit: number): Promise<Account[]> {
  const rows = await db
    .select()
    .from(artists)
    .where(isPublic)
    .orderBy(desc(artists.publishedAt))
    .limit(limit);
  return rows.map(toAccount);
}
