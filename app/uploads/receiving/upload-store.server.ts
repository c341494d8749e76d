import { and, desc, eq, inArray, ne } from "drizzle-orm";
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
  file: Pick<Upload, "draftId" | "slot" | "kind" | "size"> & { fingerprint: string },
): Promise<Upload | undefined> {
  const rows = await db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.draftId, file.draftId),
        eq(uploads.slot, file.slot),
        eq(uploads.kind, file.kind),
        eq(uploads.size, file.size),
        eq(uploads.fingerprint, file.fingerprint),
        inArray(uploads.state, ["open", "complete"]),
      ),
    )
    .orderBy(uploads.state, desc(uploads.id));
  return rows.map(uploadOf)[0];
}

/** The newest upload of a draft by its file's name: an open one, else a complete one. */
export async function findByName(
  db: Database,
  draftId: string,
  fileName: string,
): Promise<Upload | undefined> {
  const rows = await db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.draftId, draftId),
        eq(uploads.fileName, fileName),
        inArray(uploads.state, ["open", "complete"]),
      ),
    )
    .orderBy(desc(uploads.state), desc(uploads.id));
  return rows.map(uploadOf)[0];
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

/** Forgets an upload, its parts and its pieces. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.batch([
    db.delete(uploadPieces).where(eq(uploadPieces.uploadId, id)),
    db.delete(uploadParts).where(eq(uploadParts.uploadId, id)),
    db.delete(uploads).where(eq(uploads.id, id)),
  ]);
}
