import type { Clock } from "~/platform/clock";
import {
  type ProbeResult,
  probeArtwork,
  probeAudio,
  probeCustomArtwork,
} from "~/uploads/file-probe";
import type { Upload } from "../upload";
import { NO_ROOM } from "../upload-texts";
import { hasRoom } from "./draft-limits.server";
import { forgetBytes } from "./going-uploads.server";
import { carrierOf, type ReceivingDeps } from "./receiving-deps.server";
import { clearGoing, removePieces, removeUpload } from "./remove-upload.server";
import { objectReader } from "./stored-object.server";
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
  deps: ReceivingDeps,
  upload: Upload,
  sha256: string,
  clock: Clock,
): Promise<Judged | undefined> {
  const carrier = carrierOf(deps, upload);
  const result = await probeStored(deps, upload);
  if (!result.ok) {
    const rejected = await settleUpload(deps.db, upload, "rejected", clock());
    if (!rejected) return undefined;
    await carrier.remove(upload.key);
    await removePieces(deps, upload);
    // Until then the sweep takes it for one that was not removed.
    await forgetBytes(deps.db, [upload]);
    return { ok: false, status: 415, text: result.text };
  }
  const complete = { size: upload.size, probe: result.probe, sha256 };
  const room = hasRoom(upload, upload.size, deps.quota);
  const replaced = await fillSlot(deps.db, upload, complete, room, clock());
  if (!replaced) return refusedForRoom(deps, upload);
  await removePieces(deps, upload);
  await clearGoing(deps, replaced);
  return { ok: true, upload: { ...upload, ...complete, state: "complete" } };
}

/** Takes back a file that is still open after it could not be completed: its draft has no room. */
async function refusedForRoom(deps: ReceivingDeps, upload: Upload): Promise<Judged | undefined> {
  const now = await findUpload(deps.db, upload.id);
  if (now?.state !== "open" || now.multipartId !== upload.multipartId) return undefined;
  if (!(await removeUpload(deps, upload))) return undefined;
  return { ok: false, status: 413, text: NO_ROOM };
}

function probeStored(deps: ReceivingDeps, upload: Upload): Promise<ProbeResult> {
  const read = objectReader(carrierOf(deps, upload), upload.key);
  switch (upload.kind) {
    case "track":
      return probeAudio(read, upload.size, upload.fileName);
    case "artwork":
      return probeArtwork(read, upload.size);
    case "custom-artwork":
      return probeCustomArtwork(read, upload.size);
  }
}
