import { and, inArray, isNull, lt } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { jobEvents, jobs } from "./job-tables.server";

const EVENT_DAYS = 90;

/**
 * Forgets what became of each attempt 90 days ago, and by then also the jobs that are over and belong
 * to no submission. Those of a submission stay as long as it does: they keep its work from being
 * done twice.
 */
export async function forgetOldJobs(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -EVENT_DAYS).toISOString();
  const over = inArray(jobs.state, ["done", "failed"]);
  await db.batch([
    db.delete(jobEvents).where(lt(jobEvents.at, before)),
    db.delete(jobs).where(and(isNull(jobs.submissionId), over, lt(jobs.updatedAt, before))),
  ]);
}
