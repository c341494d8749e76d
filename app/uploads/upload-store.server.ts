import { and, asc, desc, eq, inArray, ne } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { uploadParts, uploads } from "./tables.server";
import { type Upload, uploadSchema } from "./upload";

/** A stored row as the upload it is. */
export function uploadOf(row: typeof uploads.$inferSelect): Upload {
  return v.parse(uploadSchema, {
    ...row,
    probe: row.probe === null ? null : JSON.parse(row.probe),
  });
}

/** Records a new upload. */
export async function insertUpload(
  db: Database,
  upload: Omit<Upload, "state" | "probe"> & { contentType: string },
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

/** Every open or complete upload of a draft: per slot the newest complete one, else the newest. */
export async function uploadsOfDraft(db: Database, draftId: string): Promise<Upload[]> {
  const rows = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.draftId, draftId), inArray(uploads.state, ["open", "complete"])))
    .orderBy(desc(uploads.id));
  const best = new Map<string, Upload>();
  for (const upload of rows.map(uploadOf)) {
    const held = best.get(upload.slot);
    if (!held || (held.state === "open" && upload.state === "complete"))
      best.set(upload.slot, upload);
  }
  return [...best.values()];
}

/** Remembers that the bucket holds a part; a part sent again replaces what was known of it. */
export async function recordPart(
  db: Database,
  part: { uploadId: string; number: number; etag: string; size: number },
  now: Date,
): Promise<void> {
  await db
    .insert(uploadParts)
    .values({ ...part, createdAt: now.toISOString() })
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.number],
      set: { etag: part.etag, size: part.size },
    });
}

/** The parts the bucket holds, in ascending order as completing needs them. */
export async function partsHeld(db: Database, uploadId: string) {
  return db
    .select({ number: uploadParts.number, etag: uploadParts.etag, size: uploadParts.size })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.number));
}

/** Settles an open upload, once: a second caller changes nothing. */
export async function settleUpload(
  db: Database,
  id: string,
  outcome: { state: "complete" | "rejected"; size: number; probe: Upload["probe"] },
  now: Date,
): Promise<void> {
  const { state, size, probe } = outcome;
  await db
    .update(uploads)
    .set({ state, size, probe: probe && JSON.stringify(probe), updatedAt: now.toISOString() })
    .where(and(eq(uploads.id, id), eq(uploads.state, "open")));
}

/** Other uploads of the same slot, older than this one: what it replaces. */
export async function olderInSlot(db: Database, upload: Upload): Promise<Upload[]> {
  const rows = await db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.draftId, upload.draftId),
        eq(uploads.slot, upload.slot),
        ne(uploads.id, upload.id),
      ),
    );
  return rows.map(uploadOf).filter((other) => other.id < upload.id);
}

/** All uploads of a draft, refused ones too. */
export async function allUploads(db: Database, draftId: string): Promise<Upload[]> {
  const rows = await db.select().from(uploads).where(eq(uploads.draftId, draftId));
  return rows.map(uploadOf);
}

/** All uploads of one slot. */
export async function uploadsInSlot(db: Database, draftId: string, slot: string) {
  const rows = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.draftId, draftId), eq(uploads.slot, slot)));
  return rows.map(uploadOf);
}

/** Forgets an upload and its parts. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.batch([
    db.delete(uploadParts).where(eq(uploadParts.uploadId, id)),
    db.delete(uploads).where(eq(uploads.id, id)),
  ]);
}
