import { type ProbeResult, probeArtwork, probeAudio, probeCustomArtwork } from "~/media/probe";
import type { Clock } from "~/platform/clock";
import type { Upload } from "../upload";
import { removePieces, removeUpload } from "./remove-upload.server";
import { objectReader } from "./stored-object.server";
import { carrierOf, type UploadRooms } from "./upload-rooms.server";
import { olderInSlot, settleUpload } from "./upload-store.server";

export type Judged = { ok: true; upload: Upload } | { ok: false; status: 415; text: string };

/**
 * Judges an object whose parts are joined, and settles its upload. `upload.size` must be true. What
 * is not what its slot needs is deleted; else it replaces what filled the slot before.
 * @returns undefined when another call has settled the upload, or removed it.
 */
export async function judgeStored(
  rooms: UploadRooms,
  upload: Upload,
  sha256: string,
  clock: Clock,
): Promise<Judged | undefined> {
  const carrier = carrierOf(rooms, upload);
  const result = await probeStored(rooms, upload);
  if (!result.ok) {
    const rejected = await settleUpload(rooms.db, upload.id, { state: "rejected" }, clock());
    if (!rejected) return undefined;
    await carrier.remove(upload.key);
    await removePieces(rooms, upload);
    return { ok: false, status: 415, text: result.text };
  }
  const { size } = upload;
  const outcome = { state: "complete", size, probe: result.probe, sha256 } as const;
  if (!(await settleUpload(rooms.db, upload.id, outcome, clock()))) return undefined;
  await removePieces(rooms, upload);
  for (const replaced of await olderInSlot(rooms.db, upload)) await removeUpload(rooms, replaced);
  return { ok: true, upload: { ...upload, ...outcome } };
}

function probeStored(rooms: UploadRooms, upload: Upload): Promise<ProbeResult> {
  const read = objectReader(carrierOf(rooms, upload), upload.key);
  switch (upload.kind) {
    case "track":
      return probeAudio(read, upload.size, upload.fileName);
    case "artwork":
      return probeArtwork(read, upload.size);
    case "custom-artwork":
      return probeCustomArtwork(read, upload.size);
  }
}
