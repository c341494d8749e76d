import type { Clock } from "~/platform/clock";
import { type ProbeResult, probeArtwork, probeAudio, probeCustomArtwork } from "~/uploads/probe";
import type { Upload } from "../upload";
import { NO_ROOM } from "../upload-texts";
import { hasRoom } from "./draft-limits.server";
import { forgetBytes } from "./going-uploads.server";
import { clearGoing, removePieces, removeUpload } from "./remove-upload.server";
import { objectReader } from "./stored-object.server";
import { carrierOf, type UploadRooms } from "./upload-rooms.server";
import { fillSlot, findUpload, settleUpload } from "./upload-store.server";

export type Judged = { ok: true; upload: Upload } | { ok: false; status: 413 | 415; text: string };

/**
 * Judges an object whose parts are joined, and settles its upload. `upload.size` must be true. What
 * is not what its slot needs is deleted; else it replaces what filled the slot before, as
 * long as its draft has room for it.
 * @returns undefined when another call has settled the upload or removed it, or when its draft was
 * submitted meanwhile: nothing has changed then.
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
    const rejected = await settleUpload(rooms.db, upload, "rejected", clock());
    if (!rejected) return undefined;
    await carrier.remove(upload.key);
    await removePieces(rooms, upload);
    // Until then the sweep takes it for one that was not removed.
    await forgetBytes(rooms.db, [upload]);
    return { ok: false, status: 415, text: result.text };
  }
  const complete = { size: upload.size, probe: result.probe, sha256 };
  const room = hasRoom(upload, upload.size, rooms.quota);
  const replaced = await fillSlot(rooms.db, upload, complete, room, clock());
  if (!replaced) return refusedForRoom(rooms, upload);
  await removePieces(rooms, upload);
  await clearGoing(rooms, replaced);
  return { ok: true, upload: { ...upload, ...complete, state: "complete" } };
}

/** Takes back a file that is still open after it could not be completed: its draft has no room. */
async function refusedForRoom(rooms: UploadRooms, upload: Upload): Promise<Judged | undefined> {
  const now = await findUpload(rooms.db, upload.id);
  if (now?.state !== "open" || now.multipartId !== upload.multipartId) return undefined;
  if (!(await removeUpload(rooms, upload))) return undefined;
  return { ok: false, status: 413, text: NO_ROOM };
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
