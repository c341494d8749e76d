import { and, inArray, isNull, lt } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { jobEvents, jobs } from "./job-tables.server";

const EVENT_DAYS = 90;

/**
 * Deletes events after 90 days, and finished jobs without a submission. Jobs of a submission stay,
 * so that their work is not done twice.
 */
export async function purgeOldJobs(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -EVENT_DAYS).toISOString();
  const isFinished = inArray(jobs.state, ["done", "failed"]);
  await db.batch([
    db.delete(jobEvents).where(lt(jobEvents.at, before)),
    db.delete(jobs).where(and(isNull(jobs.submissionId), isFinished, lt(jobs.updatedAt, before))),
  ]);
}
