import { and, isNull, lt, sql } from "drizzle-orm";
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
  // Events are numbered in their order: the first young one ends what is read.
  const firstKept = sql`coalesce((SELECT young.id FROM job_events AS young WHERE young.at >= ${before}
    ORDER BY young.id LIMIT 1), ${Number.MAX_SAFE_INTEGER})`;
  // With a plus, so that the index of all finished jobs is not taken, which has those that stay.
  const isFinished = sql`+${jobs.state} IN ('done', 'failed')`;
  await db.batch([
    db.delete(jobEvents).where(lt(jobEvents.id, firstKept)),
    db.delete(jobs).where(and(isNull(jobs.submissionId), isFinished, lt(jobs.updatedAt, before))),
  ]);
}
