import { and, asc, desc, eq, inArray, lt, type SQL } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { type Upload, uploadSchema } from "../upload";
import { uploadParts, uploadPieces, uploads } from "./tables.server";

/** A stored row as the upload it is. */
export function uploadOf(row: typeof uploads.$inferSelect): Upload {
  return v.parse(uploadSchema, {
    ...row,
    probe: row.probe === null ? null : JSON.parse(row.probe),
  });
}

/** A place of a draft that takes one file. */
type Place = Pick<Upload, "draftId" | "slot">;

const ofDraft = (draftId: string) => eq(uploads.draftId, draftId);
const inSlot = ({ draftId, slot }: Place) => [ofDraft(draftId), eq(uploads.slot, slot)];
const openOrComplete = inArray(uploads.state, ["open", "complete"]);

/** The uploads of which all of this is true. */
async function uploadsWith(db: Database, all: SQL[], ...order: SQL[]): Promise<Upload[]> {
  const rows = await db
    .select()
    .from(uploads)
    .where(and(...all))
    .orderBy(...order);
  return rows.map(uploadOf);
}

/** Records a new upload. */
export async function insertUpload(
  db: Database,
  upload: Omit<Upload, "state" | "probe" | "sha256"> & { contentType: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db.insert(uploads).values({ ...upload, state: "open", createdAt: at, updatedAt: at });
}

/** The upload with this id, if any. */
export async function findUpload(db: Database, id: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row && uploadOf(row);
}

/**
 * What a file that is chosen again goes on with: the draft's upload of the same bytes in the same
 * slot. A complete one comes before those that are still open.
 */
export async function findSameFile(
  db: Database,
  file: Place & Pick<Upload, "kind" | "size"> & { fingerprint: string },
): Promise<Upload | undefined> {
  const sameFile = [
    eq(uploads.kind, file.kind),
    eq(uploads.size, file.size),
    eq(uploads.fingerprint, file.fingerprint),
  ];
  const all = [...inSlot(file), ...sameFile, openOrComplete];
  return (await uploadsWith(db, all, asc(uploads.state), desc(uploads.id)))[0];
}

/** The newest upload of a draft by its file's name: an open one, else a complete one. */
export async function findByName(
  db: Database,
  draftId: string,
  fileName: string,
): Promise<Upload | undefined> {
  const all = [ofDraft(draftId), eq(uploads.fileName, fileName), openOrComplete];
  return (await uploadsWith(db, all, desc(uploads.state), desc(uploads.id)))[0];
}

/** Every open or complete upload of a draft: per slot the newest complete one, else the newest. */
export async function uploadsOfDraft(db: Database, draftId: string): Promise<Upload[]> {
  const all = [ofDraft(draftId), openOrComplete];
  const best = new Map<string, Upload>();
  for (const upload of await uploadsWith(db, all, desc(uploads.id))) {
    const held = best.get(upload.slot);
    if (!held || (held.state === "open" && upload.state === "complete"))
      best.set(upload.slot, upload);
  }
  return [...best.values()];
}

/** What became of an upload. */
export type Outcome =
  | { state: "complete"; size: number; probe: Upload["probe"]; sha256: string }
  | { state: "rejected" | "expired" };

/**
 * Settles an open upload, once: a second caller changes nothing.
 * @returns whether this call settled it.
 */
export async function settleUpload(
  db: Database,
  id: string,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const probe = outcome.state === "complete" ? JSON.stringify(outcome.probe) : null;
  const settled = await db
    .update(uploads)
    .set({ ...outcome, probe, updatedAt: now.toISOString() })
    .where(and(eq(uploads.id, id), eq(uploads.state, "open")))
    .returning({ id: uploads.id });
  return settled.length > 0;
}

/** All uploads of a draft, refused ones too. */
export function allUploads(db: Database, draftId: string): Promise<Upload[]> {
  return uploadsWith(db, [ofDraft(draftId)]);
}

/** All uploads of one slot. */
export function uploadsInSlot(db: Database, place: Place): Promise<Upload[]> {
  return uploadsWith(db, inSlot(place));
}

/** The uploads of the same slot that are older than this one: what it replaces. */
export function olderInSlot(db: Database, upload: Upload): Promise<Upload[]> {
  return uploadsWith(db, [...inSlot(upload), lt(uploads.id, upload.id)]);
}

/** Forgets an upload, its parts and its pieces. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.batch([
    db.delete(uploadPieces).where(eq(uploadPieces.uploadId, id)),
    db.delete(uploadParts).where(eq(uploadParts.uploadId, id)),
    db.delete(uploads).where(eq(uploads.id, id)),
  ]);
}
