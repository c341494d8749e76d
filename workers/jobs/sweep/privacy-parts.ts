import { dueDeletions } from "~/domain/privacy/data-requests.server";
import type { DeletionProgress } from "~/domain/privacy/deletion-steps.server";
import { noDeletionCounter } from "~/domain/privacy/deletion-tally.server";
import {
  type ExternalCopies,
  findExternalCopies,
} from "~/domain/privacy/remove-external-copies.server";
import { removeFiles, removeSubmissions } from "~/domain/privacy/remove-submissions.server";
import {
  deleteExpiredAccounts,
  expiredFiles,
  expiredSubmissions,
  purgeExpiredRecords,
} from "~/domain/privacy/retention.server";
import { runDeletion } from "~/domain/privacy/run-deletion.server";
import {
  entryCopies,
  expiredEntries,
  type FoundEntry,
  needsManualRemoval,
  removeEntries,
} from "~/domain/privacy/waiting-entries.server";
import { errorReason } from "~/observability/log";
import { runInBatches } from "~/platform/batching";
import { randomIds } from "~/platform/ids";
import { processEach } from "./process-each";
import type { SweepDeps } from "./sweep-deps";

/** Accounts deleted per sweep: each costs some dozens of the 1,000 statements of an invocation. */
const DELETIONS_AT_ONCE = 5;
/** Steps of one deletion per sweep. */
const MAX_DELETION_STEPS = 20;
/** More are read than carried out: one that waits for a third party stays first in line for weeks. */
const DELETIONS_READ_AT_ONCE = 20;
/** 6000 submissions a day, ten times the drafts that one network may open. */
export const SUBMISSIONS_AT_ONCE = 25;
export const SUBMISSION_BATCHES = 10;
/**
 * Entries of the waiting list per hour: more than ten times those that may join in a day, with a
 * quarter of the 1,000 calls a day that the board's cheapest plan allows.
 */
const ENTRIES_PER_HOUR = 250;
/** Items that one call of the board removes. */
const ENTRIES_AT_ONCE = 25;

/**
 * Carries out the deletions that artists have requested. One that waits for a third party blocks no
 * other.
 * @returns how many were completed.
 */
export async function carryOutDeletions({ db, log, now, calls }: SweepDeps): Promise<number> {
  const deletionDeps = { db, now, ...calls.deletions };
  let [endedCount, startedCount] = [0, 0];
  for (const request of await dueDeletions(db, now(), DELETIONS_READ_AT_ONCE)) {
    if (startedCount >= DELETIONS_AT_ONCE) break;
    const logFields = { requestedId: request.id, artistId: request.artistId };
    if (request.startedAt === null) log("info", "data.deletion-begun", logFields);
    try {
      const outcomes: DeletionProgress[] = [];
      const step = async () => {
        const outcome = await runDeletion(deletionDeps, request);
        outcomes.push(outcome);
        return { settled: outcome === "done" ? 1 : 0, more: outcome === "more" };
      };
      const count = await runInBatches(step, { batches: MAX_DELETION_STEPS }, now);
      if (outcomes.some((outcome) => outcome !== "waits")) startedCount += 1;
      if (count > 0) log("info", "data.deleted", logFields);
      endedCount += count;
    } catch (error) {
      log("error", "sweep.failed", { part: "deletions", ...logFields, reason: errorReason(error) });
    }
  }
  return endedCount;
}

type Remove = (ids: readonly string[]) => Promise<void>;

/**
 * Removes the submissions that `find` returns, in batches.
 * @param copies selects the copies at third parties that are removed with them.
 */
function removeInBatches(
  { db, log, now, calls }: SweepDeps,
  find: typeof expiredFiles,
  remove: Remove,
  copies: (all: ExternalCopies) => ExternalCopies = (all) => all,
): Promise<number> {
  const batch = async () => {
    const expiredIds = await find(db, now(), SUBMISSIONS_AT_ONCE);
    if (expiredIds.length === 0) return { settled: 0, more: false };
    const leftovers = await calls.deletions.removeExternalCopies(
      copies(await findExternalCopies(db, expiredIds)),
    );
    // The ids in the reasons are all that staff need to remove the rest by hand.
    for (const { reason } of leftovers) log("warn", "sweep.failed", { part: "retention", reason });
    await remove(expiredIds);
    return { settled: expiredIds.length, more: expiredIds.length === SUBMISSIONS_AT_ONCE };
  };
  return runInBatches(batch, { batches: SUBMISSION_BATCHES }, now);
}

/**
 * Deletes what the privacy policy keeps no longer: submissions, music, accounts and other records.
 * @returns how many submissions, or files of submissions, were deleted.
 */
export async function applyRetention(deps: SweepDeps): Promise<number> {
  const { db, now } = deps;
  const counter = noDeletionCounter(db);
  const records = await removeInBatches(deps, expiredSubmissions, (ids) =>
    removeSubmissions(db, ids, now(), counter),
  );
  const music = await removeInBatches(
    deps,
    expiredFiles,
    (ids) => removeFiles(db, ids, now(), counter),
    (copies) => ({ ...copies, items: [] }),
  );
  await deleteExpiredAccounts(db, now(), randomIds);
  await purgeExpiredRecords(db, now());
  return records + music;
}

/**
 * Deletes the entries of the waiting list that are two years old, first their items on the board. If
 * an item cannot be removed, its entry is kept for at most a month, as the period is promised; the log
 * names the item for staff by then.
 * @returns how many were deleted.
 */
export async function expireWaitingList({
  db,
  log,
  now,
  calls,
}: Pick<SweepDeps, "db" | "log" | "now" | "calls">): Promise<number> {
  const part = "waiting-list";
  const toLogFields = ({ id }: FoundEntry) => ({ entryId: id });
  const expired = await expiredEntries(db, now(), ENTRIES_PER_HOUR);
  const removeBatch = async () => {
    const entries = expired.splice(0, ENTRIES_AT_ONCE);
    const leftovers = await calls.deletions.removeExternalCopies(entryCopies(entries));
    for (const { reason } of leftovers) log("warn", "sweep.failed", { part, reason });
    const leftoverIds = new Set(leftovers.map(({ id }) => id));
    const removable = entries.filter(
      (entry) => !leftoverIds.has(entry.item ?? "") || needsManualRemoval(entry, now()),
    );
    const removeAll = (batch: typeof removable) => removeEntries(db, batch, noDeletionCounter(db));
    // All at once saves statements; if that fails, one by one, so that one entry blocks no other.
    const removedCount = await removeAll(removable).catch(() =>
      processEach(
        removable,
        { part, log, toLogFields },
        async (entry) => (await removeAll([entry])) > 0,
      ),
    );
    return { settled: removedCount, more: expired.length > 0 };
  };
  return runInBatches(removeBatch, { batches: ENTRIES_PER_HOUR / ENTRIES_AT_ONCE }, now);
}
