import { and, eq, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "../slots";
import { REMOVED_STATES, type Upload } from "../upload";
import { BYTES_DELETED, draftIsOpen, parseUploadRow } from "./upload-row.server";
import { uploadParts, uploadPieces, uploads } from "./upload-tables.server";

/** The statement by which uploads are taken away, as long as their draft is not submitted. */
export function markRemovedStatement(db: Database, conditions: (SQL | undefined)[]) {
  return db
    .update(uploads)
    .set({ state: "removed" })
    .where(and(...conditions, notInArray(uploads.state, [...REMOVED_STATES]), draftIsOpen))
    .returning();
}

/**
 * Takes uploads of a draft away, as long as it is not submitted: from then on nothing counts them,
 * and `purgeRemovedUploads` may remove their bytes.
 * @param target an upload, whatever its state or while it is open, or as its artist chose it; what
 * comes to a slot in the place of a stored file, what was sent to it of one file, all that it has, or
 * what {@link UnusedSlots} says.
 * @returns those that this call took away.
 */
export async function markRemoved(db: Database, draftId: string, target: RemovalTarget): Promise<Upload[]> {
  return (await markRemovedStatement(db, [eq(uploads.draftId, draftId), ...targetConditions(target)])).map(
    parseUploadRow,
  );
}

type RemovalTarget =
  | { id: string }
  | { openId: string }
  | { chosen: Pick<Upload, "id" | "slot"> }
  | { comingTo: string }
  | { sent: SentFile }
  | { slot: string }
  | { leftOver: UnusedSlots };

/** A file that was sent to a slot, by whoever has not heard its id: the answer of the call may be lost. */
export interface SentFile {
  slot: string;
  fingerprint: string;
}

/** What lies in slots that the saved answers do not speak of. */
export interface UnusedSlots {
  /** Slots that the artist lets go of just now, beside those noted by {@link markSlotsReleased}. */
  letGo: readonly string[];
  /** The others are left over as well where nothing of them has moved since then. */
  before: string;
}

const trackIdSql = sql`json_extract(track.value, '$.id')`;

/**
 * That the answers speak of a slot as they are saved by now: what a tab was told of them a moment ago
 * may be out of date.
 */
const isInUse = sql`EXISTS (SELECT 1 FROM drafts, json_each(drafts.answers, '$.music.tracks') AS track
  WHERE drafts.id = ${uploads.draftId} AND (${uploads.slot} = ${audioSlot("")} || ${trackIdSql}
    OR (json_extract(track.value, '$.useCustomArtwork') AND ${uploads.slot} = ${customArtworkSlot("")} || ${trackIdSql})))`;

/** That nothing of an upload has come since then. */
const hasNotMoved = (before: string) => sql`(${uploads.updatedAt} < ${before}
  AND NOT EXISTS (SELECT 1 FROM upload_parts AS part
    WHERE part.upload_id = ${uploads.id} AND part.created_at >= ${before})
  AND NOT EXISTS (SELECT 1 FROM upload_pieces AS piece
    WHERE piece.upload_id = ${uploads.id} AND piece.created_at >= ${before}))`;

const isAmong = (slots: readonly string[]) =>
  sql`${uploads.slot} IN (SELECT value FROM json_each(${JSON.stringify(slots)}))`;

function isLeftOver({ letGo, before }: UnusedSlots): (SQL | undefined)[] {
  const isLetGo = or(isAmong(letGo), isNotNull(uploads.letGoAt), hasNotMoved(before));
  return [ne(uploads.slot, ARTWORK_SLOT), sql`NOT ${isInUse}`, isLetGo];
}

/**
 * Notes that a saved form speaks of these slots no longer: their files go with the next one that leads on,
 * unless the answers speak of them again by then.
 */
export async function markSlotsReleased(
  db: Database,
  draftId: string,
  letGo: readonly string[],
  now: Date,
): Promise<void> {
  const conditions = [eq(uploads.draftId, draftId), isAmong(letGo), sql`NOT ${isInUse}`];
  await db
    .update(uploads)
    .set({ letGoAt: now.toISOString() })
    .where(and(...conditions, draftIsOpen));
}

/** An upload, with those that were to come before it. */
function isChosen({ id, slot }: Pick<Upload, "id" | "slot">): SQL {
  return sql`(${uploads.id} = ${id}
    OR (${uploads.slot} = ${slot} AND ${uploads.state} = 'open' AND ${uploads.id} < ${id}))`;
}

/** What is on its way in the place of a stored file. */
const isInPlace = sql`(${uploads.state} = 'open' AND EXISTS (SELECT 1 FROM uploads AS stored
  WHERE stored.draft_id = ${uploads.draftId} AND stored.slot = ${uploads.slot} AND stored.state = 'complete'))`;

function targetConditions(target: RemovalTarget): (SQL | undefined)[] {
  if ("id" in target) return [eq(uploads.id, target.id)];
  if ("openId" in target) return [eq(uploads.id, target.openId), eq(uploads.state, "open")];
  if ("chosen" in target) return [isChosen(target.chosen)];
  if ("comingTo" in target) return [eq(uploads.slot, target.comingTo), isInPlace];
  if ("sent" in target)
    return [eq(uploads.slot, target.sent.slot), eq(uploads.fingerprint, target.sent.fingerprint)];
  if ("slot" in target) return [eq(uploads.slot, target.slot)];
  return isLeftOver(target.leftOver);
}

/**
 * The statement that takes away what was sent for drafts that end at this moment. It belongs into
 * the batch that ends them.
 */
export function removeEndedUploadsStatement(db: Database, endedAt: string) {
  const isOfEndedDraft = sql`${uploads.draftId} IN (SELECT drafts.id FROM drafts WHERE drafts.expired_at = ${endedAt})`;
  return markRemovedStatement(db, [isOfEndedDraft]);
}

/** Uploads on their way out. @param but ids of those that are left for another time. */
export async function uploadsPendingRemoval(
  db: Database,
  { limit, excludeIds = [] }: { limit: number; excludeIds?: readonly string[] },
): Promise<Upload[]> {
  const isNotExcluded = sql`${uploads.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(excludeIds)}))`;
  const rows = await db
    .select()
    .from(uploads)
    .where(and(inArray(uploads.state, [...REMOVED_STATES]), isNotExcluded))
    .limit(limit);
  return rows.map(parseUploadRow);
}

/** Forgets uploads that are on their way out, with their parts and pieces. */
export async function deleteRemovedRows(db: Database, ids: readonly string[]): Promise<void> {
  const idList = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const removedIds = db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(sql`${uploads.id} IN ${idList}`, inArray(uploads.state, [...REMOVED_STATES])));
  await db.batch([
    db.delete(uploadPieces).where(inArray(uploadPieces.uploadId, removedIds)),
    db.delete(uploadParts).where(inArray(uploadParts.uploadId, removedIds)),
    db.delete(uploads).where(inArray(uploads.id, removedIds)),
  ]);
}

/** Writes down that nothing of these is in storage any more. */
export async function markBytesDeleted(
  db: Database,
  uploadIds: readonly Pick<Upload, "id">[],
): Promise<void> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(uploadIds.map(({ id }) => id))}))`;
  await db.batch([
    db.delete(uploadParts).where(inArray(uploadParts.uploadId, ids)),
    db.delete(uploadPieces).where(inArray(uploadPieces.uploadId, ids)),
    db.update(uploads).set({ multipartId: BYTES_DELETED }).where(inArray(uploads.id, ids)),
  ]);
}
