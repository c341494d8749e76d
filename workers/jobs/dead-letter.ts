import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { buryJob as bury, keepDeadLetter } from "~/platform/jobs/job-history.server";
import { jobMessage } from "~/platform/jobs/message";
import type { JobFacts, Outcome } from "./run-job";

interface Rooms {
  db: Database;
  log: Log;
  now: Clock;
  /** Is told once of a job that ends here, with the error on its row. Never throws. */
  onFailed?: (job: JobFacts, error: string) => Promise<void>;
  /** Is told of it too; where it throws, the message comes once more, and it is told again. */
  onBuried?: (job: JobFacts) => Promise<void>;
}

/**
 * Ends a job whose message the queue has given up, and keeps the message for staff, who can run the
 * job again.
 */
export async function buryJob(
  { db, log, now, onFailed, onBuried }: Rooms,
  jobId: string,
): Promise<Outcome> {
  const at = now();
  const { job, ended } = (await bury(db, jobId, at)) ?? {};
  if (job && ended) await onFailed?.(job, job.lastError ?? "");
  if (job?.state === "failed") await onBuried?.(job);
  const reason = job ? "given-up" : "unknown-job";
  await keepDeadLetter(db, { jobId, body: jobMessage(jobId), reason, at });
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
