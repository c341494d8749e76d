import { eq } from "drizzle-orm";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { failJob } from "~/platform/jobs/job-store.server";
import { jobs } from "~/platform/jobs/tables.server";
import type { Outcome } from "./run-job";

const NO_ERROR = "Given up by the queue before an attempt could be recorded.";

/** Ends a job whose message the queue has given up; its last error stays on the row for staff. */
export async function buryJob(db: Database, log: Log, now: Clock, jobId: string): Promise<Outcome> {
  const [job] = await db
    .select({ type: jobs.type, lastError: jobs.lastError })
    .from(jobs)
    .where(eq(jobs.id, jobId));
  await failJob(db, jobId, job?.lastError ?? NO_ERROR, now());
  log("error", "message.dead", { jobId, jobType: job?.type });
  return { kind: "failed", reason: "dead" };
}
