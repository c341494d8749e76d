import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { buryJob as bury, keepDeadLetter } from "~/platform/jobs/job-history.server";
import { jobMessage } from "~/platform/jobs/message";
import type { JobFacts, Outcome } from "./run-job";

/**
 * Ends a job whose message the queue has given up, and keeps the message for staff, who can run the
 * job again.
 * @param onBuried is told of a job that has ended so; where it throws, the message comes once more.
 */
export async function buryJob(
  db: Database,
  log: Log,
  now: Clock,
  jobId: string,
  onBuried?: (job: JobFacts) => Promise<void>,
): Promise<Outcome> {
  const at = now();
  const job = await bury(db, jobId, at);
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
