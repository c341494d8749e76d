import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { readJpegHeader } from "~/domain/media/jpeg-header";
import { bytesReader } from "~/domain/media/range-reader";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { NO_PREVIEW, PREVIEW_MAX_BYTES, PREVIEW_SIDE } from "../preview";
import type { PictureLook } from "../probe";
import type { Upload } from "../upload";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { deleteStrays, insertStray, type Stray } from "./stray-store.server";
import { draftIsOpen } from "./upload-row.server";
import { strayObjects, uploads } from "./upload-tables.server";

/** After this time leftovers of a crash are removed. */
const CLEANUP_DELAY_MS = 60 * 60_000;

/** Whether bytes are a complete JPEG within the limits of a preview. */
export async function isPreview(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length > PREVIEW_MAX_BYTES) return false;
  const result = await readJpegHeader(bytesReader(bytes), bytes.length);
  return result.ok && Math.max(result.width, result.height) <= PREVIEW_SIDE;
}

function lacksPreviewSql(id: string, condition: SQL | undefined) {
  const isPicture = and(eq(uploads.state, "complete"), sql`${uploads.kind} <> 'track'`);
  return and(eq(uploads.id, id), isPicture, isNull(uploads.preview), condition);
}

/**
 * Stores the preview of a picture; the first one counts.
 * @param source for the artist the draft must not be submitted.
 * @returns whether it was stored.
 */
export async function storePreview(
  deps: ReceivingDeps,
  upload: Upload,
  bytes: Uint8Array,
  source: "artist" | "server",
  { clock, ids }: { clock: Clock; ids: Ids },
): Promise<boolean> {
  const { db } = deps;
  const carrier = backendOfUpload(deps, upload);
  const now = clock();
  const { id, draftId } = upload;
  // A key per try, so that the second one removes only its own.
  const key = `previews/${id}/${ids.next(now)}.jpg`;
  const needsPreview = lacksPreviewSql(id, source === "artist" ? draftIsOpen : undefined);
  const stray: Stray = { key, carrier: carrier.name, draftId };
  const due = new Date(now.getTime() + CLEANUP_DELAY_MS);
  const isWanted = sql`EXISTS (SELECT 1 FROM ${uploads} WHERE ${needsPreview})`;
  if ((await insertStray(db, stray, { due, now }, isWanted)).length === 0) return false;
  await carrier.put(key, bytes, bytes.length);
  const isNamed = sql`EXISTS (SELECT 1 FROM ${uploads} WHERE ${uploads.preview} = ${key})`;
  const [row] = await db.batch([
    db.update(uploads).set({ preview: key }).where(needsPreview).returning({ id: uploads.id }),
    db.delete(strayObjects).where(and(eq(strayObjects.key, key), isNamed)),
  ]);
  if (row.length > 0) return true;
  await carrier.remove(key);
  await deleteStrays(db, [key]);
  return false;
}

/** Stores what an open draft's cover looks like; the first answer counts. */
export async function storePictureLook(db: Database, id: string, look: PictureLook): Promise<void> {
  await db
    .update(uploads)
    .set({ probe: sql`json_set(${uploads.probe}, '$.look', json(${JSON.stringify(look)}))` })
    .where(
      and(
        eq(uploads.id, id),
        eq(uploads.state, "complete"),
        sql`${uploads.probe} ->> '$.kind' = 'jpeg' AND ${uploads.probe} -> '$.look' IS NULL`,
        draftIsOpen,
      ),
    );
}

export async function readPreview(
  deps: ReceivingDeps,
  upload: Upload,
): Promise<Uint8Array | undefined> {
  const { preview } = upload;
  if (preview === null || preview === NO_PREVIEW) return undefined;
  const stream = await backendOfUpload(deps, upload).read(preview);
  return stream && new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function markWithoutPreview({ db }: ReceivingDeps, { id }: Upload): Promise<void> {
  await db.update(uploads).set({ preview: NO_PREVIEW }).where(lacksPreviewSql(id, undefined));
}
