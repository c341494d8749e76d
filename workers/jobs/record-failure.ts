import { storeOwnFailures } from "~/observability/errors/error-report-store.server";
import { describeThrown, toStoredFailure } from "~/observability/errors/failure.server";
import { errorReason, type Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { JobContext } from "./job-kind";

interface FailureDeps {
  db: Database;
  log: Log;
  now: Clock;
  /** The version of this worker; null where it is not known. */
  release: string | null;
}

/**
 * Records a failure of this worker for the page of errors, grouped by its cause. Never throws.
 * @param stage the type of a job, or `sweep` and the name of a part.
 * @param thrown what was thrown, or what a job's row says.
 */
export async function recordFailureForStaff(
  { db, log, now, release }: FailureDeps,
  { stage, thrown, subjectId }: { stage: string; thrown: unknown; subjectId: string | null },
): Promise<void> {
  const occurredAt = now();
  try {
    const report = {
      source: "jobs",
      stage,
      url: null,
      release,
      ...describeThrown(thrown),
    } as const;
    const failure = await toStoredFailure(report);
    const hits = [{ id: randomIds.next(occurredAt), subjectId }];
    await storeOwnFailures(db, [{ failure, count: 1, hits }], occurredAt);
  } catch (error) {
    log("warn", "errors.not-stored", { count: 1, reason: errorReason(error) });
  }
}

/**
 * The code at the beginning of a job's error. The detail behind it may quote what an artist sent, so
 * it is not recorded.
 */
const failureCode = (error: string) => /^[a-z\d-]+(?=: )/.exec(error)?.[0] ?? error;

/** Records a job that has failed for good, with the error on its row. Never throws. */
export const noteJobFailed = (
  deps: FailureDeps,
  { type: stage, submissionId: subjectId }: Pick<JobContext, "type" | "submissionId">,
  error: string,
): Promise<void> => recordFailureForStaff(deps, { stage, thrown: failureCode(error), subjectId });

const WORKER_GONE = "The worker stopped in the middle of this job, and another took it over.";

/** Records that a job was taken over from a worker whose lease ran out. Never throws. */
export const recordLeaseExpired = (
  deps: FailureDeps,
  { type: stage, submissionId: subjectId }: Pick<JobContext, "type" | "submissionId">,
): Promise<void> => recordFailureForStaff(deps, { stage, thrown: WORKER_GONE, subjectId });
