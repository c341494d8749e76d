import { failDeadJob, storeDeadLetter } from "~/jobs/job-history.server";
import { jobMessage } from "~/jobs/job-message";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { JobContext } from "./job-kind";
import type { Outcome } from "./run-job";

interface DeadLetterDeps {
  db: Database;
  log: Log;
  now: Clock;
  /**
   * Called with the error on the job's row, and whether the job was still open until now. Where it
   * throws, the message is delivered once more and it is called again.
   */
  onDeadLetter: (job: JobContext, error: string, isNew: boolean) => Promise<void>;
}

/**
 * Ends a job whose message the queue has given up, and keeps the message for staff, who can run the
 * job again.
 */
export async function deadLetterJob(
  { db, log, now, onDeadLetter }: DeadLetterDeps,
  jobId: string,
): Promise<Outcome> {
  const failedAt = now();
  const { job, ended: isNew } = (await failDeadJob(db, jobId, failedAt)) ?? {};
  if (job?.state === "failed") await onDeadLetter(job, job.lastError ?? "", isNew === true);
  const reason = job ? "given-up" : "unknown-job";
  await storeDeadLetter(db, { jobId, body: jobMessage(jobId), reason, at: failedAt });
  log("error", "message.dead", {
    requestId: job?.requestId ?? undefined,
    submissionId: job?.submissionId ?? undefined,
    jobId,
    jobType: job?.type,
    attempt: job?.attempts,
    reason: job?.state ?? reason,
  });
  return { kind: "failed", reason: "dead" };
}
