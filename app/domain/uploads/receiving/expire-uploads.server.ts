import { and, asc, eq, gte, inArray, lt, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import { errorReason, type Log } from "~/observability/log";
import { runInBatches } from "~/platform/batching";
import { addDays, type Clock } from "~/platform/clock";
import { type Database, textListSql } from "~/platform/database.server";
import type { Upload } from "../upload";
import { OPEN_UPLOAD_DAYS } from "../upload-kinds";
import type { ReceivingDeps } from "./receiving-deps.server";
import { removeManyBytes } from "./remove-upload.server";
import { revertChoicesStatement } from "./slot-store.server";
import { markBytesDeleted } from "./upload-removal.server";
import { parseUploadRow } from "./upload-row.server";
import { uploadParts, uploadPieces, uploads } from "./upload-tables.server";

const BATCH_SIZE = 100;
/**
 * A sweep ends 2,500 uploads, ten times what LIMIT_UPLOADS_PER_HOUR admits meanwhile. Each takes
 * two bucket calls of 10,000 per invocation, a batch six statements of 1,000.
 */
const MAX_BATCHES = 25;

function isStale(db: Database, before: string) {
  const newerPart = db
    .select({ number: uploadParts.number })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploads.id), gte(uploadParts.createdAt, before)));
  const newerPiece = db
    .select({ part: uploadPieces.part })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploads.id), gte(uploadPieces.createdAt, before)));
  return and(
    eq(uploads.state, "open"),
    lt(uploads.updatedAt, before),
    notExists(newerPart),
    notExists(newerPiece),
  );
}

/**
 * Ended uploads whose bytes were not deleted. By an index of their own, as they are few among many.
 */
const isHalfEnded = sql`${uploads.id} IN (SELECT half.id FROM uploads AS half
  INDEXED BY uploads_half_ended
  WHERE half.state IN ('expired', 'rejected') AND half.multipart_id <> '')`;

async function endingUploads(
  db: Database,
  before: string,
  excludeIds: ReadonlySet<string>,
): Promise<Upload[]> {
  const isNotExcluded = notInArray(uploads.id, textListSql([...excludeIds]));
  const query = (condition: SQL | undefined) =>
    db
      .select()
      .from(uploads)
      .where(and(condition, isNotExcluded))
      .orderBy(asc(uploads.updatedAt))
      .limit(BATCH_SIZE);
  const [stale, halfEnded] = await db.batch([query(isStale(db, before)), query(isHalfEnded)]);
  return [...stale, ...halfEnded].slice(0, BATCH_SIZE).map(parseUploadRow);
}

/** @returns those that ended; others have continued meanwhile. */
async function markExpired(
  db: Database,
  ending: readonly Upload[],
  before: string,
  now: Date,
): Promise<Upload[]> {
  const isListed = inArray(uploads.id, textListSql(ending.map(({ id }) => id)));
  const [rows] = await db.batch([
    db
      .update(uploads)
      .set({ state: "expired", updatedAt: now.toISOString() })
      .where(and(isListed, isStale(db, before)))
      .returning({ id: uploads.id }),
    revertChoicesStatement(db, sql`ended.id IN ${textListSql(ending.map(({ id }) => id))}`, now),
  ]);
  const ids = new Set(rows.map(({ id }) => id));
  return ending.filter(({ id, state }) => state !== "open" || ids.has(id));
}

const wasExpired = ({ state }: Upload) => state !== "rejected";

/**
 * Ends uploads without progress for 14 days and deletes their bytes; a row remains for the draft.
 * Also deletes bytes left by refused files. A failure does not stop the others and is retried by
 * the next sweep.
 * @returns how many ended.
 */
export function expireUploads(deps: ReceivingDeps, log: Log, clock: Clock): Promise<number> {
  const { db } = deps;
  const before = addDays(clock(), -OPEN_UPLOAD_DAYS).toISOString();
  const triedIds = new Set<string>();
  const logFailure = ({ id: uploadId, draftId }: Upload, error: unknown) =>
    log("error", "upload.expired", { draftId, uploadId, reason: errorReason(error) });
  const processBatch = async () => {
    const ending = await endingUploads(db, before, triedIds);
    for (const { id } of ending) triedIds.add(id);
    // The state first, so that no byte is added after this.
    const endedUploads = await markExpired(db, ending, before, clock());
    const removedUploads = await removeManyBytes(deps, endedUploads, logFailure);
    if (removedUploads.length > 0) await markBytesDeleted(db, removedUploads);
    for (const { id: uploadId, draftId, size: bytes } of removedUploads.filter(wasExpired))
      log("info", "upload.expired", { draftId, uploadId, bytes });
    return { settled: removedUploads.length, more: ending.length === BATCH_SIZE };
  };
  return runInBatches(processBatch, { batches: MAX_BATCHES }, clock);
}
