import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { readPictureFacts } from "~/media/picture-facts";
import { withoutMetadata } from "~/media/without-metadata";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { withTimeout } from "~/platform/timeout";
import { artists } from "./artist-tables.server";
import { PICTURE_SIZES, readPicture, type StoredPicture } from "./picture";

/** What keeping a picture takes. */
interface PictureDeps {
  db: Database;
  /** Our own way into the bucket. */
  files: {
    put: (key: string, bytes: Uint8Array, length: number) => Promise<void>;
    remove: (...keys: string[]) => Promise<void>;
  };
  /** Makes a JPEG that fits; undefined where nobody can; throws where it may be, another time. */
  shrink: (
    picture: ReadableStream<Uint8Array>,
    size: { width: number; height: number },
    quality: number,
  ) => Promise<Uint8Array | undefined>;
  clock: Clock;
  ids: Ids;
}

const QUALITY = 82;
/** Whoever waits for a page does not wait longer than that for a picture in it. */
const SECONDS = 15;
/** What a crash has left is the sweep's then: whoever kept a picture is long done. */
const DUE_MS = 60 * 60_000;

const keysOf = ({ small, large }: StoredPicture) => [small, large];

/**
 * A text of our own making (ids, keys and times) as SQL: in a batch, a raw statement takes no
 * parameters (drizzle-orm 0.45).
 */
const literal = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`);

/** The statement that leaves keys to the sweep, unless they are removed before. */
function strayKeys(db: Database, id: string, keys: SQL, { due, now }: { due: Date; now: Date }) {
  return db.run(sql`INSERT INTO stray_objects (key, carrier, draft_id, due_at, created_at)
    SELECT value, 'own', ${literal(`artist:${id}`)}, ${literal(due.toISOString())}, ${literal(now.toISOString())}
    FROM json_each(${keys}) WHERE value IS NOT NULL ON CONFLICT DO NOTHING`);
}

const forgetStrays = (db: Database, keys: readonly string[], when: SQL = sql`TRUE`) =>
  db.run(sql`DELETE FROM stray_objects WHERE ${when}
    AND key IN (SELECT value FROM json_each(${literal(JSON.stringify(keys))}))`);

/** Puts a picture, or none, in the place of an account's. @returns whether there is such an account. */
async function replace(
  { db, files, clock }: PictureDeps,
  id: string,
  picture: StoredPicture | undefined,
): Promise<boolean> {
  const now = clock();
  const json = picture ? JSON.stringify(picture) : null;
  const own = and(eq(artists.id, id), isNull(artists.deletedAt));
  const before = sql`coalesce((SELECT json_array(json_extract(picture, '$.small'),
    json_extract(picture, '$.large')) FROM artists WHERE id = ${literal(id)}), '[]')`;
  const stillThere = sql`EXISTS (SELECT 1 FROM artists
    WHERE id = ${literal(id)} AND picture = ${literal(json ?? "")})`;
  // Decided in one batch: of two pictures at once the one that is not shown is removed.
  const [rows, , updatedRows] = await db.batch([
    db.select({ picture: artists.picture }).from(artists).where(own),
    strayKeys(db, id, before, { due: new Date(now.getTime() + DUE_MS), now }),
    db
      .update(artists)
      .set({ picture: json, updatedAt: now.toISOString() })
      .where(own)
      .returning({ id: artists.id }),
    forgetStrays(db, picture ? keysOf(picture) : [], stillThere),
  ]);
  const old = readPicture(rows[0]?.picture ?? null);
  if (old) {
    await files.remove(...keysOf(old));
    await forgetStrays(db, keysOf(old));
  }
  return updatedRows.length > 0;
}

/**
 * Keeps a picture of an artist in the sizes that are shown, as JPEGs that say nothing of where and by
 * whom it was taken; what was chosen itself is not stored.
 * @param bytes of a picture that `pictureProblem` has nothing against; where nothing here makes pictures
 * smaller, one that its browser has made small already is kept as it is.
 * @returns `unreadable` where no picture can be made of it.
 * @throws where it may be kept another time.
 */
export async function storePicture(
  deps: PictureDeps,
  artistId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<"kept" | "unreadable"> {
  const { db, files, shrink, clock, ids } = deps;
  const now = clock();
  const makeSize = async (side: number) => {
    const stream = new Blob([bytes]).stream();
    try {
      const jpeg = await withTimeout(
        SECONDS,
        shrink(stream, { width: side, height: side }, QUALITY),
      );
      return jpeg && withoutMetadata(jpeg);
    } catch (error) {
      const { large } = PICTURE_SIZES;
      const facts = await readPictureFacts(bytes);
      const isSmall = facts.ok && Math.max(facts.width, facts.height) <= large;
      const asItIs = isSmall ? withoutMetadata(bytes) : undefined;
      if (!asItIs) throw error;
      return asItIs;
    }
  };
  const [small, large] = [await makeSize(PICTURE_SIZES.small), await makeSize(PICTURE_SIZES.large)];
  if (!small || !large) return "unreadable";
  const id = ids.next(now);
  const key = (size: string) => `pictures/${artistId}/${id}-${size}.jpg`;
  const picture: StoredPicture = { id, small: key("small"), large: key("large") };
  const due = new Date(now.getTime() + DUE_MS);
  await strayKeys(db, artistId, literal(JSON.stringify(keysOf(picture))), { due, now });
  await files.put(picture.small, small, small.length);
  await files.put(picture.large, large, large.length);
  await replace(deps, artistId, picture);
  return "kept";
}

/** Takes an artist's picture away. */
export async function removePicture(deps: PictureDeps, artistId: string): Promise<void> {
  await replace(deps, artistId, undefined);
}
