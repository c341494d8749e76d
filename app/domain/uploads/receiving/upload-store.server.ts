import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type Database, type NewRow, rowValues } from "~/platform/database.server";
import { type SlotContents, slotContents } from "../slot-contents";
import type { Upload } from "../upload";
import { markRemovedStatement } from "./upload-removal.server";
import { draftIsOpen, parseUploadRow } from "./upload-row.server";
import { uploads } from "./upload-tables.server";

type Place = Pick<Upload, "draftId" | "slot">;

const isOfDraft = (draftId: string) => eq(uploads.draftId, draftId);
const isInSlot = ({ draftId, slot }: Place) => [isOfDraft(draftId), eq(uploads.slot, slot)];
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

/** Records a new upload if the conditions hold. @returns whether. */
export async function insertUpload(
  db: Database,
  upload: NewUpload,
  isAllowed: SQL,
  now: Date,
): Promise<boolean> {
  const timestamp = now.toISOString();
  const emptyColumns = { probe: null, preview: null, origin: null, letGoAt: null };
  const newColumns = { state: "open", ...emptyColumns, createdAt: timestamp, updatedAt: timestamp };
  const row: NewRow<typeof uploads> = { ...upload, ...newColumns };
  const values = rowValues(uploads, row);
  const rows = await db
    .insert(uploads)
    .select(sql`SELECT ${values} WHERE ${isAllowed}`)
    .returning({ id: uploads.id });
  return rows.length > 0;
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

export async function slotsOfDraft(db: Database, draftId: string): Promise<SlotContents<Upload>[]> {
  const conditions = [isOfDraft(draftId), isOpenOrComplete];
  return [...slotContents(await uploadsWith(db, conditions, desc(uploads.id))).values()];
}

/** Per slot the newest complete upload, else the newest open one. */
export async function uploadsOfDraft(db: Database, draftId: string): Promise<Upload[]> {
  const slots = await slotsOfDraft(db, draftId);
  return slots.flatMap(({ stored, coming }) => stored ?? coming ?? []);
}

/** As read: a restarted upload has another object. */
type UploadRef = Pick<Upload, "id" | "multipartId">;

const isOpenAsRead = ({ id, multipartId }: UploadRef) =>
  and(eq(uploads.id, id), eq(uploads.multipartId, multipartId), eq(uploads.state, "open"));

export async function recordUploadHash(
  db: Database,
  upload: UploadRef,
  sha256: string,
): Promise<void> {
  await db.update(uploads).set({ sha256 }).where(isOpenAsRead(upload));
}

/** Closes an open upload without a file. @returns whether this call closed it. */
export async function closeUpload(
  db: Database,
  upload: UploadRef,
  state: "rejected" | "expired",
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ state, probe: null, updatedAt: now.toISOString() })
    .where(isOpenAsRead(upload))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

type Complete = Pick<Upload, "size" | "probe"> & { sha256: string };

/**
 * Completes an open upload and removes the previous file of its slot, both or neither, if its draft
 * is not submitted and has room, and it is the announced file.
 * @returns the replaced uploads; undefined when the conditions do not hold.
 */
export async function completeIntoSlot(
  db: Database,
  upload: Upload,
  { size, probe, sha256 }: Complete,
  hasRoom: SQL,
  now: Date,
): Promise<Upload[] | undefined> {
  const complete = {
    state: "complete",
    size,
    sha256,
    probe: JSON.stringify(probe),
    updatedAt: now.toISOString(),
  };
  const isExpectedFile = or(isNull(uploads.sha256), eq(uploads.sha256, sha256));
  const isFilled = sql`EXISTS (SELECT 1 FROM uploads AS newer WHERE newer.id = ${upload.id} AND newer.state = 'complete')`;
  const [completedRows, replacedRows] = await db.batch([
    db
      .update(uploads)
      .set(complete)
      .where(and(isOpenAsRead(upload), isExpectedFile, draftIsOpen, hasRoom))
      .returning({ id: uploads.id }),
    markRemovedStatement(db, [...isInSlot(upload), lt(uploads.id, upload.id), isFilled]),
  ]);
  return completedRows.length > 0 ? replacedRows.map(parseUploadRow) : undefined;
}

/** With refused ones. */
export function allUploads(db: Database, draftId: string): Promise<Upload[]> {
  return uploadsWith(db, [isOfDraft(draftId)]);
}
