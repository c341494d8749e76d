import { type ProbeResult, probeArtwork, probeAudio, probeCustomArtwork } from "~/media/probe";
import type { Clock } from "~/platform/clock";
import { multipartProblem, UPLOAD_GONE } from "./bucket-error";
import { partCount } from "./plan";
import { removeUpload, type UploadRooms } from "./remove-upload.server";
import { objectReader } from "./stored-object.server";
import type { Upload } from "./upload";
import { findUpload, olderInSlot, partsHeld, settleUpload } from "./upload-store.server";

export type CompleteResult =
  | { ok: true; upload: Upload }
  | { ok: false; status: 400 | 409 | 415; text: string; missing?: number[] };

/**
 * Joins the parts into the file, reads its first bytes back and judges what it really is. A file
 * that is not what its slot needs is deleted; the one it was to replace stays.
 * Safe to call again: a finished upload answers as it did.
 */
export async function completeUpload(
  rooms: UploadRooms,
  upload: Upload,
  clock: Clock,
): Promise<CompleteResult> {
  if (upload.state === "complete") return { ok: true, upload };
  if (upload.state === "rejected")
    return { ok: false, status: 409, text: "This file was refused. Choose another file." };
  const parts = await partsHeld(rooms.db, upload.id);
  const held = new Set(parts.map((part) => part.number));
  const missing = planned(upload).filter((number) => !held.has(number));
  if (missing.length > 0) return unfinished(missing);
  const etags = parts.map((part) => ({ partNumber: part.number, etag: part.etag }));
  const problem = await joinParts(rooms, upload, etags);
  if (!problem) return judgeStored(rooms, upload, clock);
  // Another call may have joined and judged the file in the meantime: its answer is ours.
  const now = await findUpload(rooms.db, upload.id);
  if (now && now.state !== "open") return completeUpload(rooms, now, clock);
  return problem === "parts"
    ? unfinished(planned(upload))
    : { ok: false, status: 409, text: UPLOAD_GONE };
}

function planned({ size, partSize }: Upload): number[] {
  return Array.from({ length: partCount(size, partSize) }, (_, index) => index + 1);
}

function unfinished(missing: number[]): CompleteResult {
  const text = "Some parts of this file have not arrived yet.";
  return { ok: false, status: 409, text, missing };
}

/** @returns why the parts could not be joined, when that is for the sender to mend. */
async function joinParts(rooms: UploadRooms, upload: Upload, parts: R2UploadedPart[]) {
  try {
    await rooms.files.resumeMultipartUpload(upload.key, upload.multipartId).complete(parts);
  } catch (error) {
    // An earlier call may have joined the parts and died before it could write that down.
    const stored = await rooms.files.head(upload.key);
    if (stored?.size === upload.size) return undefined;
    const problem = multipartProblem(error);
    if (!problem) throw error;
    return problem;
  }
  return undefined;
}

/** Judges an object whose parts are joined, and settles its upload. `upload.size` must be true. */
export async function judgeStored(
  rooms: UploadRooms,
  upload: Upload,
  clock: Clock,
): Promise<CompleteResult> {
  const result = await probeStored(rooms, upload);
  if (!result.ok) {
    const outcome = { state: "rejected", size: upload.size, probe: null } as const;
    await settleUpload(rooms.db, upload.id, outcome, clock());
    await rooms.files.delete(upload.key);
    return { ok: false, status: 415, text: result.text };
  }
  const outcome = { state: "complete", size: upload.size, probe: result.probe } as const;
  await settleUpload(rooms.db, upload.id, outcome, clock());
  for (const replaced of await olderInSlot(rooms.db, upload)) await removeUpload(rooms, replaced);
  return { ok: true, upload: { ...upload, ...outcome } };
}

function probeStored(rooms: UploadRooms, upload: Upload): Promise<ProbeResult> {
  const read = objectReader(rooms.files, upload.key);
  switch (upload.kind) {
    case "track":
      return probeAudio(read, upload.size, upload.fileName);
    case "artwork":
      return probeArtwork(read, upload.size);
    case "custom-artwork":
      return probeCustomArtwork(read, upload.size);
  }
}
