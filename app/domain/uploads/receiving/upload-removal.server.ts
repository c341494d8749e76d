import { and, eq, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "../slots";
import { REMOVED_STATES, type Upload } from "../upload";
import { BYTES_DELETED, draftIsOpen, parseUploadRow } from "./upload-row.server";
import { uploadParts, uploadPieces, uploads } from "./upload-tables.server";

export function markRemovedStatement(db: Database, conditions: (SQL | undefined)[]) {
  return db
    .update(uploads)
    .set({ state: "removed" })
    .where(and(...conditions, notInArray(uploads.state, [...REMOVED_STATES]), draftIsOpen))
    .returning();
}

/**
 * Marks uploads of a draft as removed, unless it was submitted; `purgeRemovedUploads` then deletes
 * their bytes.
 * @returns those that this call marked.
 */
export async function markRemoved(
  db: Database,
  draftId: string,
  target: RemovalTarget,
): Promise<Upload[]> {
  return (
    await markRemovedStatement(db, [eq(uploads.draftId, draftId), ...targetConditions(target)])
  ).map(parseUploadRow);
}

type RemovalTarget =
  | { id: string }
  | { openId: string }
  | { chosen: Pick<Upload, "id" | "slot"> }
  | { comingTo: string }
  | { sent: SentFile }
  | { slot: string }
  | { leftOver: UnusedSlots };

/** A file sent to a slot whose upload id may be unknown to its sender. */
export interface SentFile {
  slot: string;
  fingerprint: string;
}

export interface UnusedSlots {
  /** Slots that the artist is releasing now, besides those of {@link markSlotsReleased}. */
  letGo: readonly string[];
  /** Other unused slots count if nothing has arrived since this time. */
  before: string;
}

const trackIdSql = sql`json_extract(track.value, '$.id')`;

/** Whether the saved answers use a slot; a tab's knowledge may be outdated. */
const isInUse = sql`EXISTS (SELECT 1 FROM drafts, json_each(drafts.answers, '$.music.tracks') AS track
  WHERE drafts.id = ${uploads.draftId} AND (${uploads.slot} = ${audioSlot("")} || ${trackIdSql}
    OR (json_extract(track.value, '$.useCustomArtwork') AND ${uploads.slot} = ${customArtworkSlot("")} || ${trackIdSql})))`;

/** Whether nothing of an upload has arrived since this time. */
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
 * Marks slots that a saved form no longer uses: their files are removed with the next completed
 * step, unless they are used again.
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

function isChosen({ id, slot }: Pick<Upload, "id" | "slot">): SQL {
  return sql`(${uploads.id} = ${id}
    OR (${uploads.slot} = ${slot} AND ${uploads.state} = 'open' AND ${uploads.id} < ${id}))`;
}

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

/** Removes the uploads of drafts that end at this time, in the batch that ends them. */
export function removeEndedUploadsStatement(db: Database, endedAt: string) {
  const isOfEndedDraft = sql`${uploads.draftId} IN (SELECT drafts.id FROM drafts WHERE drafts.expired_at = ${endedAt})`;
  return markRemovedStatement(db, [isOfEndedDraft]);
}

/** @param excludeIds ids to skip. */
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

/** Deletes the rows of removed uploads, with their parts and pieces. */
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
