import { errorReason } from "~/monitoring/log";
import { runInBatches } from "~/platform/batching";
import {
  draftsToWarn,
  emptyExpiredDrafts,
  endEmptyDrafts,
  forgetExpiredDrafts,
  rememberWarning,
} from "~/submission/draft/draft-expiry.server";
import { removeManyBytes } from "~/uploads/receiving/remove-upload.server";
import { markOldUnusedUploads } from "~/uploads/receiving/submitted-files.server";
import {
  deleteRemovedRows,
  removeEndedUploadsStatement,
  uploadsPendingRemoval,
} from "~/uploads/receiving/upload-removal.server";
import type { Upload } from "~/uploads/upload";
import { processEach } from "./process-each";
import type { SweepDeps } from "./sweep-deps";

/**
 * Each costs some statements, of which an invocation has a thousand. Drafts live 14 days, or 4,032
 * sweeps, and no more than 30,000 are open: 8 end in a sweep, unless they all began in one day.
 */
const WARNED_AT_ONCE = 80;
/** In one sweep 50,000, more than may be open at all. */
const EXPIRED_AT_ONCE = 1_000;
const EXPIRED_BATCHES = 50;
/** In one sweep 2,500: ten times the 250 that LIMIT_UPLOADS_PER_HOUR lets in meanwhile. */
const FILES_AT_ONCE = 100;
const FILE_BATCHES = 25;
/** 2,500 in a sweep, and none any more once those of earlier versions were looked at. */
const SUBMISSIONS_AT_ONCE = 250;
const SUBMISSION_BATCHES = 10;

/** Warns the artists whose drafts end soon. @returns how many were warned. */
export async function mailExpiryWarnings({ db, log, now, calls }: SweepDeps): Promise<number> {
  const endingDrafts = await draftsToWarn(db, now(), WARNED_AT_ONCE);
  const toLogFields = ({ id }: { id: string }) => ({ draftId: id });
  return processEach(endingDrafts, { part: "warnings", log, toLogFields: idsOf }, async (draft) => {
    // First the mail: one that is written twice is one mail, one that is not written is none.
    await calls.warn(draft);
    await rememberWarning(db, draft);
    log("info", "draft.warned", toLogFields(draft));
    return true;
  });
}

/**
 * Removes what was typed and sent for drafts whose life is over, and ends those that were left empty.
 * Their end is written down before a byte goes: only then can nobody submit them any more. What is
 * left in the bucket is for `deleteOrphanedFiles`.
 * @returns how many were ended.
 */
export async function expireDrafts(deps: SweepDeps): Promise<number> {
  const { db, log, now } = deps;
  const createBatch = (endDrafts: typeof emptyExpiredDrafts) => async () => {
    const ids = await endDrafts(db, now(), EXPIRED_AT_ONCE, (endedAt) => removeEndedUploadsStatement(db, endedAt));
    for (const draftId of ids) log("info", "draft.expired", { draftId });
    return { settled: ids.length, more: ids.length === EXPIRED_AT_ONCE };
  };
  const batches = { batches: EXPIRED_BATCHES };
  const endedCount =
    (await runInBatches(createBatch(emptyExpiredDrafts), batches, now)) +
    (await runInBatches(createBatch(endEmptyDrafts), batches, now));
  if (endedCount > 0) await removePendingFiles(deps, 1);
  await forgetExpiredDrafts(db, now());
  return endedCount;
}

/**
 * Removes the bytes of files that were taken away, and of those that a submission does not name.
 * @returns how many were removed.
 */
export async function deleteOrphanedFiles(deps: SweepDeps): Promise<number> {
  const markUnused = async () => {
    const count = await markOldUnusedUploads(deps.db, deps.now(), SUBMISSIONS_AT_ONCE);
    return { settled: count, more: count === SUBMISSIONS_AT_ONCE };
  };
  await runInBatches(markUnused, { batches: SUBMISSION_BATCHES }, deps.now);
  return removePendingFiles(deps, FILE_BATCHES);
}

/** Removes files on their way out, the bytes first, then what is known of them. */
function removePendingFiles({ db, uploads, log, now }: SweepDeps, batches: number): Promise<number> {
  const triedIds: string[] = [];
  const logFailed = ({ id: uploadId, draftId }: Upload, error: unknown) =>
    log("error", "sweep.failed", { part: "files", draftId, uploadId, reason: errorReason(error) });
  const batch = async () => {
    const pendingFiles = await uploadsPendingRemoval(db, { limit: FILES_AT_ONCE, but: triedIds });
    triedIds.push(...pendingFiles.map(({ id }) => id));
    const removedUploads = await removeManyBytes(uploads, pendingFiles, logFailed);
    if (removedUploads.length > 0)
      await deleteRemovedRows(
        db,
        removedUploads.map(({ id }) => id),
      );
    return { settled: removedUploads.length, more: pendingFiles.length === FILES_AT_ONCE };
  };
  return runInBatches(batch, { batches }, now);
}
