import { sql } from "drizzle-orm";
import { forEachConcurrent } from "~/platform/batching";
import type { Clock } from "~/platform/clock";
import { piecesPrefix } from "../pieces";
import { NO_PREVIEW } from "../preview";
import type { Upload } from "../upload";
import { deletePieces } from "./part-store.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { keysUsedElsewhere } from "./shared-files.server";
import { strayInsert } from "./stray-store.server";
import {
  deleteRemovedRows,
  markRemoved,
  type SentFile,
  type UnusedSlots,
} from "./upload-removal.server";
import { BYTES_DELETED, isSubmitted } from "./upload-row.server";

/** Removes the pieces of an upload, or those of one of its parts. */
export async function removePieces(
  deps: ReceivingDeps,
  upload: Upload,
  part?: number,
): Promise<void> {
  const carrier = backendOfUpload(deps, upload);
  const prefix = piecesPrefix(upload.id) + (part === undefined ? "" : `${part}/`);
  await carrier.remove(...(await carrier.list(prefix)));
  await deletePieces(deps.db, upload.id, { part });
}

/**
 * The same once a file counts: whatever cannot be removed now is left to the sweep, and nobody is told
 * that a file has failed which is there.
 */
export async function removePiecesIfCan(
  deps: ReceivingDeps,
  upload: Upload,
  clock: Clock,
): Promise<void> {
  try {
    await removePieces(deps, upload);
  } catch {
    const now = clock();
    const { carrier, draftId } = upload;
    const stray = { key: piecesPrefix(upload.id), carrier, draftId };
    await strayInsert(deps.db, stray, { due: now, now }, sql`TRUE`).catch(() => undefined);
  }
}

/** Gives up the parts of an upload that never became an object. @returns what else is stored of it. */
async function abortAndListKeys(deps: ReceivingDeps, upload: Upload): Promise<string[]> {
  const carrier = backendOfUpload(deps, upload);
  // What was once complete was judged, and what has ended has no multipart id: no parts to give up.
  if (upload.probe === null && upload.multipartId !== BYTES_DELETED)
    await carrier.abort(upload.key, upload.multipartId);
  const { key, preview } = upload;
  const previewKeys = preview === null || preview === NO_PREVIEW ? [] : [preview];
  const sharedKeys = await keysUsedElsewhere(deps.db, upload);
  const ownKeys = [key, ...previewKeys].filter((key) => !sharedKeys.has(key));
  return [...(await carrier.list(piecesPrefix(upload.id))), ...ownKeys];
}

/** Removes the bytes of an upload, whole or not; what is already gone does not matter. */
async function removeBytes(deps: ReceivingDeps, upload: Upload): Promise<void> {
  await backendOfUpload(deps, upload).remove(...(await abortAndListKeys(deps, upload)));
  await deletePieces(deps.db, upload.id, {});
}

/**
 * The same for many, in as few calls of the bucket as can be; their records stay.
 * @param onFailure is told of each whose bytes could not be removed; it stands in no other's way.
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
      await forEachConcurrent(group, (one) =>
        remove([one]).catch((error) => onFailure(one.upload, error)),
      );
  }
  return removedUploads;
}

interface UploadWithKeys {
  upload: Upload;
  keys: string[];
}

/**
 * Removes the bytes and then the records of uploads that were taken away before: whoever dies in
 * between leaves records by which the next one goes on.
 */
export async function purgeRemovedUploads(
  deps: ReceivingDeps,
  going: readonly Upload[],
): Promise<void> {
  for (const upload of going) {
    await removeBytes(deps, upload);
    await deleteRemovedRows(deps.db, [upload.id]);
  }
}

/**
 * The same for uploads that no sender waits to see gone: what storage does not let go of just now
 * is left to the sweep.
 */
export async function tryPurgeRemovedUploads(
  deps: ReceivingDeps,
  going: readonly Upload[],
): Promise<void> {
  await purgeRemovedUploads(deps, going).catch(() => undefined);
}

/**
 * Removes an upload and its bytes, unless its draft was submitted: its files are the submission's,
 * and what that left behind is the sweep's to remove.
 * @returns whether it is gone.
 */
export async function removeUpload(
  deps: ReceivingDeps,
  { id, draftId }: Pick<Upload, "id" | "draftId">,
): Promise<boolean> {
  const rows = await markRemoved(deps.db, draftId, { id });
  await purgeRemovedUploads(deps, rows);
  return rows.length > 0 || !(await isSubmitted(deps.db, draftId));
}

/**
 * Removes a file because the artist asked for it, or stops it. What was chosen for its slot before it,
 * and never finished, is not wanted either.
 * @returns whether it is gone: see {@link removeUpload}.
 */
export async function cancelUpload(
  deps: ReceivingDeps,
  { id, slot, draftId }: Pick<Upload, "id" | "slot" | "draftId">,
): Promise<boolean> {
  const rows = await markRemoved(deps.db, draftId, { chosen: { id, slot } });
  await purgeRemovedUploads(deps, rows);
  return rows.length > 0 || !(await isSubmitted(deps.db, draftId));
}

/**
 * Gives up what is on its way to a slot in the place of a stored file, which stays.
 * @returns whether nothing is any more: not when the draft was submitted.
 */
export async function cancelReplacement(
  deps: ReceivingDeps,
  draftId: string,
  slot: string,
): Promise<boolean> {
  await purgeRemovedUploads(deps, await markRemoved(deps.db, draftId, { comingTo: slot }));
  return !(await isSubmitted(deps.db, draftId));
}

/**
 * Removes what was sent to a slot of a file whose sender does not want it, and may not have heard its id.
 * @returns whether nothing of it is there: not when the draft was submitted.
 */
export async function removeUnacknowledged(
  deps: ReceivingDeps,
  draftId: string,
  file: SentFile,
): Promise<boolean> {
  await purgeRemovedUploads(deps, await markRemoved(deps.db, draftId, { sent: file }));
  return !(await isSubmitted(deps.db, draftId));
}

/** Removes an upload that came to nothing; one that is stored by now stays. */
export async function removeUnfinished(
  deps: ReceivingDeps,
  { id, draftId }: Pick<Upload, "id" | "draftId">,
): Promise<void> {
  await purgeRemovedUploads(deps, await markRemoved(deps.db, draftId, { openId: id }));
}

/**
 * Empties a slot of a draft, because the artist asked for it.
 * @returns whether it is empty: not when the draft was submitted.
 */
export async function emptySlot(
  deps: ReceivingDeps,
  draftId: string,
  slot: string,
): Promise<boolean> {
  await purgeRemovedUploads(deps, await markRemoved(deps.db, draftId, { slot }));
  return !(await isSubmitted(deps.db, draftId));
}

/**
 * Removes the uploads of a draft that its saved answers do not speak of, whatever their state, as far as
 * the artist has let them go or nobody cares for them: see {@link UnusedSlots}. Nothing of a submitted draft.
 * The form that let them go is saved: nobody is told that it failed where storage does.
 */
export async function removeUnusedUploads(
  deps: ReceivingDeps,
  draftId: string,
  leftOver: UnusedSlots,
): Promise<void> {
  await tryPurgeRemovedUploads(deps, await markRemoved(deps.db, draftId, { leftOver }));
}
