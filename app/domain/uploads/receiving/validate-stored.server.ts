import type { RangeReader } from "~/domain/media/range-reader";
import { readWavTags } from "~/domain/media/wav-tags";
import type { Clock } from "~/platform/clock";
import { type ProbeResult, probeArtwork, probeAudio, probeCustomArtwork } from "../file-probe";
import type { Upload } from "../upload";
import { NO_ROOM } from "../upload-texts";
import { fitsDraftQuotaSql } from "./draft-limits.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import {
  removePieces,
  removePiecesIfCan,
  removeUpload,
  tryPurgeRemovedUploads,
} from "./remove-upload.server";
import { objectReader } from "./stored-object.server";
import { markBytesDeleted } from "./upload-removal.server";
import { closeUpload, completeIntoSlot, findUpload } from "./upload-store.server";

export type StoredValidation =
  /** `isFilled`: whether it is in its slot, or beside it, as another file was chosen since. */
  { ok: true; upload: Upload; isFilled: boolean } | { ok: false; status: 413 | 415; text: string };

/**
 * Validates a joined object of known size and closes its upload. A wrong file is deleted; any other
 * goes into its slot, if it is still the last choice there and its draft has room.
 * @returns undefined, without a change, when another call has closed the upload or claimed it for
 * another file, or the draft was submitted.
 */
export async function validateStoredUpload(
  deps: ReceivingDeps,
  upload: Upload,
  { sha256, loudness }: { sha256: string; loudness?: number | undefined },
  clock: Clock,
): Promise<StoredValidation | undefined> {
  const result = await probeStored(deps, upload);
  if (!result.ok) {
    const rejected = await closeUpload(deps.db, upload, "rejected", clock());
    if (!rejected) return undefined;
    await removeRefused(deps, upload).catch(() => undefined);
    return { ok: false, status: 415, text: result.text };
  }
  const isHeard = result.probe.kind === "wav" && loudness !== undefined;
  const probe = isHeard ? { ...result.probe, loudness } : result.probe;
  const complete = { size: upload.size, probe, sha256 };
  const room = fitsDraftQuotaSql(upload, upload.size, deps.quota);
  const completion = await completeIntoSlot(deps.db, upload, complete, room, clock());
  if (!completion) return refuseWithoutRoom(deps, upload, sha256, clock);
  await removePiecesIfCan(deps, upload, clock);
  await tryPurgeRemovedUploads(deps, completion.replaced);
  const { isFilled } = completion;
  return { ok: true, upload: { ...upload, ...complete, state: "complete" }, isFilled };
}

/** On failure the sweep removes the rest. */
async function removeRefused(deps: ReceivingDeps, upload: Upload): Promise<void> {
  await backendOfUpload(deps, upload).remove(upload.key);
  await removePieces(deps, upload);
  await markBytesDeleted(deps.db, [upload]);
}

/** Removes a file that is still open because its draft has no room. */
async function refuseWithoutRoom(
  deps: ReceivingDeps,
  upload: Upload,
  sha256: string,
  clock: Clock,
): Promise<StoredValidation | undefined> {
  const current = await findUpload(deps.db, upload.id);
  if (current?.state !== "open" || current.multipartId !== upload.multipartId) return undefined;
  if (current.sha256 !== null && current.sha256 !== sha256) return undefined;
  if (!(await removeUpload(deps, upload, clock))) return undefined;
  return { ok: false, status: 413, text: NO_ROOM };
}

async function probeTrack(
  readRange: RangeReader,
  { size, fileName }: Upload,
): Promise<ProbeResult> {
  const result = await probeAudio(readRange, size, fileName);
  if (!result.ok || result.probe.kind !== "wav") return result;
  const tags = await readWavTags(readRange, size);
  if (Object.keys(tags).length === 0) return result;
  return { ok: true, probe: { ...result.probe, tags } };
}

function probeStored(deps: ReceivingDeps, upload: Upload): Promise<ProbeResult> {
  const readRange = objectReader(backendOfUpload(deps, upload), upload.key);
  switch (upload.kind) {
    case "track":
      return probeTrack(readRange, upload);
    case "artwork":
      return probeArtwork(readRange, upload.size);
    case "custom-artwork":
      return probeCustomArtwork(readRange, upload.size);
  }
}
