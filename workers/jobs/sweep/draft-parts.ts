import {
  deleteExpiredDrafts,
  draftsToWarn,
  emptyExpiredDrafts,
  endEmptyDrafts,
  recordWarning,
} from "~/domain/submission/draft/draft-expiry.server";
import { removeManyBytes } from "~/domain/uploads/receiving/remove-upload.server";
import { adoptEarlierUploads } from "~/domain/uploads/receiving/slot-store.server";
import { markOldUnusedUploads } from "~/domain/uploads/receiving/submitted-files.server";
import {
  deleteRemovedRows,
  removeEndedFilesStatements,
  uploadsPendingRemoval,
} from "~/domain/uploads/receiving/upload-removal.server";
import type { Upload } from "~/domain/uploads/upload";
import { errorReason } from "~/observability/log";
import { runInBatches } from "~/platform/batching";
import { addDays } from "~/platform/clock";
import { processEach } from "./process-each";
import type { SweepDeps } from "./sweep-deps";

/**
 * Each costs some statements, and an invocation may run a thousand. Drafts live 14 days, which is
 * 4,032 sweeps, and at most 30,000 are open: about 8 end per sweep.
 */
export const WARNED_AT_ONCE = 80;
/** 50,000 per sweep, more than may be open at all. */
const EXPIRED_AT_ONCE = 1_000;
const EXPIRED_BATCHES = 50;
/** 2,500 per sweep: ten times the 250 that LIMIT_UPLOADS_PER_HOUR allows meanwhile. */
const FILES_AT_ONCE = 100;
const FILE_BATCHES = 25;
/** 2,500 per sweep; only submissions of earlier versions need this. */
const SUBMISSIONS_AT_ONCE = 250;
const SUBMISSION_BATCHES = 10;

/** Warns the artists whose drafts end soon. @returns how many were warned. */
export async function mailExpiryWarnings({ db, log, now, calls }: SweepDeps): Promise<number> {
  const endingDrafts = await draftsToWarn(db, now(), WARNED_AT_ONCE);
  const toLogFields = ({ id }: { id: string }) => ({ draftId: id });
  return processEach(endingDrafts, { part: "warnings", log, toLogFields }, async (draft) => {
    // The mail first: queueing it twice gives one mail, but a lost one would never be written.
    await calls.warn(draft);
    await recordWarning(db, draft);
    log("info", "draft.warned", toLogFields(draft));
    return true;
  });
}

/**
 * Removes the answers and files of expired drafts, and ends empty ones. The end is recorded before
 * any bytes are removed, so that nobody can submit such a draft. Files that remain in the bucket are
 * left to `deleteOrphanedFiles`.
 * @returns how many were ended.
 */
export async function expireDrafts(deps: SweepDeps): Promise<number> {
  const { db, log, now } = deps;
  const createBatch = (endDrafts: typeof emptyExpiredDrafts) => async () => {
    const ids = await endDrafts(db, now(), EXPIRED_AT_ONCE, (endedAt) =>
      removeEndedFilesStatements(db, endedAt),
    );
    for (const draftId of ids) log("info", "draft.expired", { draftId });
    return { settled: ids.length, more: ids.length === EXPIRED_AT_ONCE };
  };
  const batches = { batches: EXPIRED_BATCHES };
  const endedCount =
    (await runInBatches(createBatch(emptyExpiredDrafts), batches, now)) +
    (await runInBatches(createBatch(endEmptyDrafts), batches, now));
  if (endedCount > 0) await removePendingFiles(deps, 1);
  await deleteExpiredDrafts(db, now());
  return endedCount;
}

/**
 * Removes the bytes of files that were removed, and of those that no submission names.
 * @returns how many were removed.
 */
export async function deleteOrphanedFiles(deps: SweepDeps): Promise<number> {
  await adoptEarlierUploads(deps.db, addDays(deps.now(), -1).toISOString());
  const markUnused = async () => {
    const count = await markOldUnusedUploads(deps.db, deps.now(), SUBMISSIONS_AT_ONCE);
    return { settled: count, more: count === SUBMISSIONS_AT_ONCE };
  };
  await runInBatches(markUnused, { batches: SUBMISSION_BATCHES }, deps.now);
  return removePendingFiles(deps, FILE_BATCHES);
}

/** Removes files that are marked for removal: first their bytes, then their rows. */
function removePendingFiles({ db, uploads, log, now }: SweepDeps, batches: number) {
  const triedIds: string[] = [];
  const logFailed = ({ id: uploadId, draftId }: Upload, error: unknown) =>
    log("error", "sweep.failed", { part: "files", draftId, uploadId, reason: errorReason(error) });
  const batch = async () => {
    const pendingFiles = await uploadsPendingRemoval(db, {
      limit: FILES_AT_ONCE,
      excludeIds: triedIds,
    });
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
