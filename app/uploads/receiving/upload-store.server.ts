import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type Database, type NewRow, rowValues } from "~/platform/database.server";
import { type SlotContents, slotContents } from "../slot-contents";
import type { Upload } from "../upload";
import { markRemovedStatement } from "./upload-removal.server";
import { draftIsOpen, parseUploadRow } from "./upload-row.server";
import { uploads } from "./upload-tables.server";

/** A place of a draft that takes one file. */
type Place = Pick<Upload, "draftId" | "slot">;

const isOfDraft = (draftId: string) => eq(uploads.draftId, draftId);
const isInSlot = ({ draftId, slot }: Place) => [isOfDraft(draftId), eq(uploads.slot, slot)];
const isOpenOrComplete = inArray(uploads.state, ["open", "complete"]);

/** The uploads of which all of this is true. */
async function uploadsWith(db: Database, conditions: SQL[], ...order: SQL[]): Promise<Upload[]> {
  const rows = await db
    .select()
    .from(uploads)
    .where(and(...conditions))
    .orderBy(...order);
  return rows.map(parseUploadRow);
}

/** A new upload, as it is recorded. */
type NewUpload = Omit<Upload, "state" | "probe" | "preview" | "origin"> & {
  contentType: string;
};

/** Records a new upload, as long as the limits of its draft hold with it. @returns whether. */
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

/** The upload with this id, if any. */
export async function findUpload(db: Database, id: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row && parseUploadRow(row);
}

/** The uploads with these ids, as far as there are any. */
export function findUploads(db: Database, ids: readonly string[]): Promise<Upload[]> {
  // In one value: a statement takes a hundred.
  const idList = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return uploadsWith(db, [inArray(uploads.id, idList)]);
}

/** The newest upload of a draft by its file's name: an open one, else a complete one. */
export async function findByName(
  db: Database,
  draftId: string,
  fileName: string,
): Promise<Upload | undefined> {
  const conditions = [isOfDraft(draftId), eq(uploads.fileName, fileName), isOpenOrComplete];
  return (await uploadsWith(db, conditions, desc(uploads.state), desc(uploads.id)))[0];
}

/** What the slots of a draft have: see `slotContents`. */
export async function slotsOfDraft(db: Database, draftId: string): Promise<SlotContents<Upload>[]> {
  const conditions = [isOfDraft(draftId), isOpenOrComplete];
  return [...slotContents(await uploadsWith(db, conditions, desc(uploads.id))).values()];
}

/** Every open or complete upload of a draft: per slot the newest complete one, else the newest. */
export async function uploadsOfDraft(db: Database, draftId: string): Promise<Upload[]> {
  const slots = await slotsOfDraft(db, draftId);
  return slots.flatMap(({ stored, coming }) => stored ?? coming ?? []);
}

/** An upload as it was read: one that was begun anew since has another object. */
type UploadRef = Pick<Upload, "id" | "multipartId">;

const isOpenAsRead = ({ id, multipartId }: UploadRef) =>
  and(eq(uploads.id, id), eq(uploads.multipartId, multipartId), eq(uploads.state, "open"));

/** Writes down which file an open upload is to be, by the SHA-256 that its sender has read of it. */
export async function recordUploadHash(db: Database, upload: UploadRef, sha256: string): Promise<void> {
  await db.update(uploads).set({ sha256 }).where(isOpenAsRead(upload));
}

/**
 * Settles an open upload that came to nothing, once: a second caller changes nothing.
 * @returns whether this call settled it.
 */
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

/** What a finished file turned out to be. */
type Complete = Pick<Upload, "size" | "probe"> & { sha256: string };

/**
 * Completes an open upload and takes what filled its slot before away with it, both or neither, as
 * long as its draft is not submitted and has room for it, and it is the file it is to be.
 * @returns what it replaces; undefined when it was settled, begun anew or taken away before, was
 * claimed for another file, or has no room.
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

/** All uploads of a draft, refused ones too. */
export function allUploads(db: Database, draftId: string): Promise<Upload[]> {
  return uploadsWith(db, [isOfDraft(draftId)]);
}
