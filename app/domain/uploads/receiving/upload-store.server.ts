import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import { type SlotContents, slotContents } from "../slot-contents";
import type { Upload } from "../upload";
import {
  fillStatement,
  hasChoiceSql,
  revertChoicesStatement,
  slotColumn,
  slotStatesQuery,
} from "./slot-store.server";
import {
  draftIsOpen,
  isOpenAsRead,
  markRemovedStatement,
  parseUploadRow,
  type UploadRef,
} from "./upload-row.server";
import { uploads } from "./upload-tables.server";

const isOfDraft = (draftId: string) => eq(uploads.draftId, draftId);
const isOpenOrComplete = inArray(uploads.state, ["open", "complete"]);

async function uploadsWith(db: Database, conditions: SQL[], ...order: SQL[]): Promise<Upload[]> {
  const rows = await db
    .select()
    .from(uploads)
    .where(and(...conditions))
    .orderBy(...order);
  return rows.map(parseUploadRow);
}

type NewUpload = Omit<Upload, "state" | "probe" | "preview" | "origin"> & {
  contentType: string;
};

/** The statement that records a new upload if the condition holds. */
export function insertUploadStatement(db: Database, upload: NewUpload, isAllowed: SQL, now: Date) {
  const timestamp = now.toISOString();
  const newColumns = { state: "open", createdAt: timestamp, updatedAt: timestamp };
  const values = rowValues(uploads, { ...upload, ...newColumns });
  return db
    .insert(uploads)
    .select(sql`SELECT ${values} WHERE ${isAllowed}`)
    .returning({ id: uploads.id });
}

export async function findUpload(db: Database, id: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row && parseUploadRow(row);
}

export function findUploads(db: Database, ids: readonly string[]): Promise<Upload[]> {
  // One value, as a statement takes at most a hundred.
  const idList = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return uploadsWith(db, [inArray(uploads.id, idList)]);
}

/** The newest upload of a draft with this file name; an open one first. */
export async function findByName(
  db: Database,
  draftId: string,
  fileName: string,
): Promise<Upload | undefined> {
  const conditions = [isOfDraft(draftId), eq(uploads.fileName, fileName), isOpenOrComplete];
  return (await uploadsWith(db, conditions, desc(uploads.state), desc(uploads.id)))[0];
}

/** What the slots of a draft hold, emptied ones too. */
export async function slotsOfDraft(db: Database, draftId: string): Promise<SlotContents<Upload>[]> {
  // In one batch, so that a file that is replaced meanwhile is in neither or both.
  const [states, rows] = await db.batch([
    slotStatesQuery(db, draftId),
    db
      .select()
      .from(uploads)
      .where(and(isOfDraft(draftId), isOpenOrComplete))
      .orderBy(desc(uploads.id)),
  ]);
  return slotContents(states, rows.map(parseUploadRow));
}

/** Per slot the stored upload, else the one that is on its way. */
export async function uploadsOfDraft(db: Database, draftId: string): Promise<Upload[]> {
  const slots = await slotsOfDraft(db, draftId);
  return slots.flatMap(({ stored, coming }) => stored ?? coming ?? []);
}

/** The stored files of a submitted draft. */
export function filesOfSubmittedDraft(db: Database, draftId: string): Promise<Upload[]> {
  return uploadsWith(db, [isOfDraft(draftId), eq(uploads.state, "complete")]);
}

/** The newest upload of a choice that has not ended. */
export async function findByChoice(
  db: Database,
  { draftId, slot, choice }: Pick<Upload, "draftId" | "slot"> & { choice: string },
): Promise<Upload | undefined> {
  const isOfChoice = [eq(uploads.slot, slot), eq(uploads.choice, choice), isOpenOrComplete];
  return (await uploadsWith(db, [isOfDraft(draftId), ...isOfChoice], desc(uploads.id)))[0];
}

export async function recordUploadHash(db: Database, upload: UploadRef, sha256: string) {
  await db.update(uploads).set({ sha256 }).where(isOpenAsRead(upload));
}

/** Closes an open upload without a file, and takes its choice back. @returns whether this call closed it. */
export async function closeUpload(
  db: Database,
  upload: UploadRef,
  state: "rejected" | "expired",
  now: Date,
): Promise<boolean> {
  const [rows] = await db.batch([
    db
      .update(uploads)
      .set({ state, probe: null, updatedAt: now.toISOString() })
      .where(isOpenAsRead(upload))
      .returning({ id: uploads.id }),
    revertChoicesStatement(db, sql`ended.id = ${upload.id}`, now),
  ]);
  return rows.length > 0;
}

type Complete = Pick<Upload, "size" | "probe"> & { sha256: string };

/**
 * Completes an open upload and puts it into its slot in place of the file before it, if its draft is
 * not submitted and has room, and it is the announced file. A file that is not the slot's last choice
 * any more is stored beside the slot, where its artist may still take it.
 * @returns whether its slot has these bytes now, and the uploads it replaced; undefined when the
 * conditions do not hold.
 */
export async function completeIntoSlot(
  db: Database,
  upload: Upload,
  { size, probe, sha256 }: Complete,
  hasRoom: SQL,
  now: Date,
): Promise<{ isFilled: boolean; replaced: Upload[] } | undefined> {
  const complete = {
    state: "complete",
    size,
    sha256,
    probe: JSON.stringify(probe),
    updatedAt: now.toISOString(),
  };
  const isExpectedFile = or(isNull(uploads.sha256), eq(uploads.sha256, sha256));
  const choice = sql`(SELECT newer.choice FROM uploads AS newer WHERE newer.id = ${upload.id} AND newer.state = 'complete')`;
  const isChosen = sql`${choice} IS NOT NULL AND ${hasChoiceSql(upload, choice)}`;
  const storedId = slotColumn("upload_id", upload);
  const isStored = sql`EXISTS (SELECT 1 FROM uploads AS stored WHERE stored.id = ${storedId} AND stored.sha256 = ${sha256})`;
  const [completedRows, replacedRows, , [slotRow]] = await db.batch([
    db
      .update(uploads)
      .set(complete)
      .where(and(isOpenAsRead(upload), isExpectedFile, draftIsOpen, hasRoom))
      .returning({ id: uploads.id }),
    // Before it is in the slot: what lies there now is replaced, what came beside it stays.
    markRemovedStatement(db, [
      ...[isOfDraft(upload.draftId), eq(uploads.slot, upload.slot), ne(uploads.id, upload.id)],
      or(
        ne(uploads.state, "complete"),
        eq(uploads.sha256, sha256),
        sql`${uploads.id} IS ${storedId}`,
      ),
      isChosen,
    ]),
    fillStatement(db, upload, now),
    db.select({ isFilled: sql<number>`(${isChosen}) OR ${isStored}` }).from(sql`(SELECT 1)`),
  ]);
  if (completedRows.length === 0) return undefined;
  return { isFilled: slotRow?.isFilled === 1, replaced: replacedRows.map(parseUploadRow) };
}
