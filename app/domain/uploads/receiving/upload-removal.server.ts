import { and, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Database, Statement } from "~/platform/database.server";
import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "../slots";
import { REMOVED_STATES, type SlotState, type SlotVersions, type Upload } from "../upload";
import { giveBackBytesStatement } from "./byte-budget.server";
import { revertChoicesStatement } from "./slot-store.server";
import { BYTES_DELETED, markRemovedStatement, parseUploadRow } from "./upload-row.server";
import { slots, uploadParts, uploadPieces, uploads } from "./upload-tables.server";

/**
 * Marks an upload as removed, unless its draft was submitted, and takes its choice back;
 * `purgeRemovedUploads` then deletes its bytes.
 * @param options.isOpen only while it is not stored.
 * @returns it if this call marked it.
 */
export async function markRemoved(
  db: Database,
  { id, draftId }: Pick<Upload, "id" | "draftId">,
  now: Date,
  { isOpen = false } = {},
): Promise<Upload[]> {
  const conditions = [eq(uploads.draftId, draftId), eq(uploads.id, id)];
  const [rows] = await db.batch([
    markRemovedStatement(db, [...conditions, isOpen ? eq(uploads.state, "open") : undefined]),
    revertChoicesStatement(db, sql`ended.id = ${id}`, now),
  ]);
  return rows.map(parseUploadRow);
}

const trackIdSql = sql`json_extract(track.value, '$.id')`;

/** Whether the saved answers use a slot; a tab's knowledge may be outdated. */
const isInUse = sql`EXISTS (SELECT 1 FROM drafts, json_each(drafts.answers, '$.music.tracks') AS track
  WHERE drafts.id = ${slots.draftId} AND (${slots.slot} = ${audioSlot("")} || ${trackIdSql}
    OR (json_extract(track.value, '$.useCustomArtwork') AND ${slots.slot} = ${customArtworkSlot("")} || ${trackIdSql})))`;

/** Whether nothing of a slot's uploads has arrived since this time. */
const hasNotMoved = (before: string) => sql`(${slots.updatedAt} < ${before} AND NOT EXISTS (
  SELECT 1 FROM uploads AS own WHERE own.draft_id = ${slots.draftId} AND own.slot = ${slots.slot}
  AND (own.updated_at >= ${before}
    OR EXISTS (SELECT 1 FROM upload_parts AS part WHERE part.upload_id = own.id AND part.created_at >= ${before})
    OR EXISTS (SELECT 1 FROM upload_pieces AS piece WHERE piece.upload_id = own.id AND piece.created_at >= ${before}))))`;

/**
 * Slots of a draft that its saved answers do not use any more: those its form showed in their last
 * version, and those where nothing has happened since a time.
 */
export async function unusedSlots(
  db: Database,
  draftId: string,
  { seenVersions, before }: { seenVersions: SlotVersions; before: string },
): Promise<SlotState[]> {
  const isAsSeen = sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(seenVersions)}) AS one
    WHERE one.key = ${slots.slot} AND one.value = ${slots.version})`;
  const rows = await db
    .select()
    .from(slots)
    .where(
      and(
        ...[eq(slots.draftId, draftId), ne(slots.slot, ARTWORK_SLOT), isNotNull(slots.choice)],
        ...[sql`NOT ${isInUse}`, or(isAsSeen, hasNotMoved(before))],
      ),
    );
  return rows.map(({ slot, version, choice, uploadId }) => ({ slot, version, choice, uploadId }));
}

/** Removes the uploads and slots of drafts that end at this time, in the batch that ends them. */
export function removeEndedFilesStatements(db: Database, endedAt: string): Statement[] {
  const endedIds = sql`(SELECT drafts.id FROM drafts WHERE drafts.expired_at = ${endedAt})`;
  return [
    markRemovedStatement(db, [sql`${uploads.draftId} IN ${endedIds}`]),
    db.delete(slots).where(sql`${slots.draftId} IN ${endedIds}`),
  ];
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
    giveBackBytesStatement(db, sql`${removedIds}`),
    db.delete(uploadPieces).where(inArray(uploadPieces.uploadId, removedIds)),
    db.delete(uploadParts).where(inArray(uploadParts.uploadId, removedIds)),
    db.delete(uploads).where(inArray(uploads.id, removedIds)),
  ]);
}

export async function markBytesDeleted(db: Database, uploadIds: readonly Pick<Upload, "id">[]) {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(uploadIds.map(({ id }) => id))}))`;
  await db.batch([
    giveBackBytesStatement(db, ids),
    db.delete(uploadParts).where(inArray(uploadParts.uploadId, ids)),
    db.delete(uploadPieces).where(inArray(uploadPieces.uploadId, ids)),
    db.update(uploads).set({ multipartId: BYTES_DELETED }).where(inArray(uploads.id, ids)),
  ]);
}
