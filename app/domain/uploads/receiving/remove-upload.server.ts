import { sql } from "drizzle-orm";
import { forEachConcurrent } from "~/platform/batching";
import type { Clock } from "~/platform/clock";
import { piecesPrefix } from "../pieces";
import { NO_PREVIEW } from "../preview";
import type { Upload } from "../upload";
import { deletePieces } from "./part-store.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { keysUsedElsewhere } from "./shared-files.server";
import { changeSlot, type SlotChange, slotStates } from "./slot-store.server";
import { insertStray } from "./stray-store.server";
import { deleteRemovedRows, markRemoved, unusedSlots } from "./upload-removal.server";
import { BYTES_DELETED, isSubmitted } from "./upload-row.server";

export async function removePieces(deps: ReceivingDeps, upload: Upload, part?: number) {
  const carrier = backendOfUpload(deps, upload);
  const prefix = piecesPrefix(upload.id) + (part === undefined ? "" : `${part}/`);
  await carrier.remove(...(await carrier.list(prefix)));
  await deletePieces(deps.db, upload.id, { part });
}

/** Removes the pieces of a complete file; on failure they are left to the sweep. */
export async function removePiecesIfCan(deps: ReceivingDeps, upload: Upload, clock: Clock) {
  try {
    await removePieces(deps, upload);
  } catch {
    const now = clock();
    const { carrier, draftId } = upload;
    const stray = { key: piecesPrefix(upload.id), carrier, draftId };
    await insertStray(deps.db, stray, { due: now, now }, sql`TRUE`).catch(() => undefined);
  }
}

/** Aborts the multipart upload, if any. @returns the keys to delete. */
async function abortAndListKeys(deps: ReceivingDeps, upload: Upload): Promise<string[]> {
  const carrier = backendOfUpload(deps, upload);
  // Complete uploads have a probe, ended ones no multipart id: nothing to abort.
  if (upload.probe === null && upload.multipartId !== BYTES_DELETED)
    await carrier.abort(upload.key, upload.multipartId);
  const { key, preview } = upload;
  const previewKeys = preview === null || preview === NO_PREVIEW ? [] : [preview];
  const sharedKeys = await keysUsedElsewhere(deps.db, upload);
  const unsharedKeys = [key, ...previewKeys].filter((objectKey) => !sharedKeys.has(objectKey));
  return [...(await carrier.list(piecesPrefix(upload.id))), ...unsharedKeys];
}

/** Ignores what is gone. */
async function removeBytes(deps: ReceivingDeps, upload: Upload): Promise<void> {
  await backendOfUpload(deps, upload).remove(...(await abortAndListKeys(deps, upload)));
  await deletePieces(deps.db, upload.id, {});
}

/**
 * Removes the bytes of many uploads with few bucket calls; their records stay.
 * @param onFailure is called for each upload whose bytes remain.
 * @returns the others.
 */
export async function removeManyBytes(
  deps: ReceivingDeps,
  uploads: readonly Upload[],
  onFailure: (upload: Upload, error: unknown) => void,
): Promise<Upload[]> {
  const removedUploads: Upload[] = [];
  const remove = async (some: UploadWithKeys[]) => {
    const [first] = some;
    if (!first) return;
    await backendOfUpload(deps, first.upload).remove(...some.flatMap(({ keys }) => keys));
    removedUploads.push(...some.map(({ upload }) => upload));
  };
  const uploadKeys: UploadWithKeys[] = [];
  await forEachConcurrent(uploads, async (upload) => {
    try {
      uploadKeys.push({ upload, keys: await abortAndListKeys(deps, upload) });
    } catch (error) {
      onFailure(upload, error);
    }
  });
  for (const carrier of new Set(uploadKeys.map(({ upload }) => backendOfUpload(deps, upload)))) {
    const group = uploadKeys.filter(({ upload }) => backendOfUpload(deps, upload) === carrier);
    const isRemoved = await remove(group).then(
      () => true,
      () => false,
    );
    if (!isRemoved)
      await forEachConcurrent(group, (failed) =>
        remove([failed]).catch((error) => onFailure(failed.upload, error)),
      );
  }
  return removedUploads;
}

interface UploadWithKeys {
  upload: Upload;
  keys: string[];
}

/** The bytes first, so that after a crash the records are left to continue with. */
export async function purgeRemovedUploads(deps: ReceivingDeps, going: readonly Upload[]) {
  for (const upload of going) {
    await removeBytes(deps, upload);
    await deleteRemovedRows(deps.db, [upload.id]);
  }
}

/** As {@link purgeRemovedUploads}; on failure the rest is left to the sweep. */
export async function tryPurgeRemovedUploads(deps: ReceivingDeps, going: readonly Upload[]) {
  await purgeRemovedUploads(deps, going).catch(() => undefined);
}

/** Removes a refused upload, unless its draft was submitted. @returns whether it is gone. */
export async function removeUpload(
  deps: ReceivingDeps,
  upload: Pick<Upload, "id" | "draftId">,
  clock: Clock,
): Promise<boolean> {
  const rows = await markRemoved(deps.db, upload, clock());
  await purgeRemovedUploads(deps, rows);
  return rows.length > 0 || !(await isSubmitted(deps.db, upload.draftId));
}

/**
 * Puts a stored file into its slot, or empties the slot; what else was sent for it is removed.
 * @returns whether the slot is as wanted: not when it was changed since its sender saw it.
 */
export async function setSlot(deps: ReceivingDeps, change: SlotChange, clock: Clock) {
  const { isDone, removed } = await changeSlot(deps.db, change, clock());
  await purgeRemovedUploads(deps, removed);
  return isDone;
}

/**
 * Removes a file by its id: out of its slot, where it lies or is on its way there, or from beside it.
 * @returns false when the draft was submitted.
 */
export async function removeFromSlot(deps: ReceivingDeps, upload: Upload, clock: Clock) {
  const { draftId, slot, id, choice } = upload;
  const state = (await slotStates(deps.db, draftId)).find((one) => one.slot === slot);
  const isChoice = state !== undefined && choice !== null && state.choice === choice;
  if (isChoice) {
    const storedId = state.uploadId === id ? null : state.uploadId;
    const seen = { version: state.version };
    await setSlot(deps, { draftId, slot, uploadId: storedId, seen }, clock);
  }
  return removeUpload(deps, upload, clock);
}

/**
 * Empties slots that the saved answers do not use any more; see {@link unusedSlots}. Failures of
 * storage are left to the sweep, as the form itself is saved.
 */
export async function emptyUnusedSlots(
  deps: ReceivingDeps,
  draftId: string,
  options: Parameters<typeof unusedSlots>[2],
  clock: Clock,
): Promise<void> {
  for (const { slot, version } of await unusedSlots(deps.db, draftId, options)) {
    const change = { draftId, slot, uploadId: null, seen: { version } };
    const { removed } = await changeSlot(deps.db, change, clock());
    await tryPurgeRemovedUploads(deps, removed);
  }
}
