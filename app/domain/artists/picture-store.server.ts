import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { readPictureFacts } from "~/domain/media/picture-facts";
import { withoutMetadata } from "~/domain/media/without-metadata";
import type { Shrink } from "~/domain/uploads/receiving/make-preview.server";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { withTimeout } from "~/platform/timeout";
import { artists } from "./artist-tables.server";
import { PICTURE_SIZES, readPicture, type StoredPicture } from "./picture";

interface PictureDeps {
  db: Database;
  files: {
    put: (key: string, bytes: Uint8Array, length: number) => Promise<void>;
    remove: (...keys: string[]) => Promise<void>;
  };
  shrink: Shrink;
  clock: Clock;
  ids: Ids;
}

const QUALITY = 82;
const TIMEOUT_SECONDS = 15;
/** Objects left by a crash are swept after this time; no upload takes that long. */
const CLEANUP_DELAY_MS = 60 * 60_000;

const pictureKeys = ({ small, large }: StoredPicture) => [small, large];

/**
 * A trusted text (ids, keys, times) as SQL: within a batch, a raw statement takes no parameters
 * (drizzle-orm 0.45).
 */
const literal = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`);

/** Lists keys for the sweep, unless they are removed from its list before. */
function insertStrayKeys(
  db: Database,
  id: string,
  keys: SQL,
  { due, now }: { due: Date; now: Date },
) {
  return db.run(sql`INSERT INTO stray_objects (key, carrier, draft_id, due_at, created_at)
    SELECT value, 'own', ${literal(`artist:${id}`)}, ${literal(due.toISOString())}, ${literal(now.toISOString())}
    FROM json_each(${keys}) WHERE value IS NOT NULL ON CONFLICT DO NOTHING`);
}

const deleteStrayKeys = (db: Database, keys: readonly string[], when: SQL = sql`TRUE`) =>
  db.run(sql`DELETE FROM stray_objects WHERE ${when}
    AND key IN (SELECT value FROM json_each(${literal(JSON.stringify(keys))}))`);

/** Replaces the picture of an account. @returns whether the account exists. */
async function replace(
  { db, files, clock }: PictureDeps,
  id: string,
  picture: StoredPicture | undefined,
): Promise<boolean> {
  const now = clock();
  const json = picture ? JSON.stringify(picture) : null;
  const isAccount = and(eq(artists.id, id), isNull(artists.deletedAt));
  const previousKeys = sql`coalesce((SELECT json_array(json_extract(picture, '$.small'),
    json_extract(picture, '$.large')) FROM artists WHERE id = ${literal(id)}), '[]')`;
  const isStored = sql`EXISTS (SELECT 1 FROM artists
    WHERE id = ${literal(id)} AND picture = ${literal(json ?? "")})`;
  // One batch, so that of two concurrent pictures the losing one is swept.
  const [rows, , updatedRows] = await db.batch([
    db.select({ picture: artists.picture }).from(artists).where(isAccount),
    insertStrayKeys(db, id, previousKeys, { due: new Date(now.getTime() + CLEANUP_DELAY_MS), now }),
    db
      .update(artists)
      .set({ picture: json, updatedAt: now.toISOString() })
      .where(isAccount)
      .returning({ id: artists.id }),
    deleteStrayKeys(db, picture ? pictureKeys(picture) : [], isStored),
  ]);
  const old = readPicture(rows[0]?.picture ?? null);
  if (old) {
    await files.remove(...pictureKeys(old));
    await deleteStrayKeys(db, pictureKeys(old));
  }
  return updatedRows.length > 0;
}

/**
 * Stores a picture in the displayed sizes, as JPEGs without metadata; the original is not stored.
 * @param bytes a picture that `pictureProblem` accepts. If nothing here can resize pictures, one
 * that the browser has already made small is stored as it is.
 * @returns `unreadable` if the picture cannot be decoded.
 * @throws where a retry may succeed.
 */
export async function storePicture(
  deps: PictureDeps,
  artistId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<"stored" | "unreadable"> {
  const { db, files, shrink, clock, ids } = deps;
  const now = clock();
  const details = await readPictureFacts(bytes);
  const turn = details.ok ? details : {};
  const resize = async (side: number) => {
    const stream = new Blob([bytes]).stream();
    try {
      const jpeg = await withTimeout(
        TIMEOUT_SECONDS,
        shrink(stream, { width: side, height: side }, QUALITY, turn),
      );
      return jpeg && withoutMetadata(jpeg);
    } catch (error) {
      const { large } = PICTURE_SIZES;
      // Without its metadata a picture that was stored turned would lie on its side.
      const isUpright = details.ok && (details.orientation ?? 1) === 1;
      const isSmall = details.ok && Math.max(details.width, details.height) <= large;
      const original = isSmall && isUpright ? withoutMetadata(bytes) : undefined;
      if (!original) throw error;
      return original;
    }
  };
  const [small, large] = [await resize(PICTURE_SIZES.small), await resize(PICTURE_SIZES.large)];
  if (!small || !large) return "unreadable";
  const id = ids.next(now);
  const key = (size: string) => `pictures/${artistId}/${id}-${size}.jpg`;
  const picture: StoredPicture = { id, small: key("small"), large: key("large") };
  const due = new Date(now.getTime() + CLEANUP_DELAY_MS);
  await insertStrayKeys(db, artistId, literal(JSON.stringify(pictureKeys(picture))), { due, now });
  await files.put(picture.small, small, small.length);
  await files.put(picture.large, large, large.length);
  await replace(deps, artistId, picture);
  return "stored";
}

export async function removePicture(deps: PictureDeps, artistId: string): Promise<void> {
  await replace(deps, artistId, undefined);
}
