import { and, asc, count, eq, inArray, isNull, lt, min, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { JobType } from "./message";
import { jobs } from "./tables.server";

export type Job = typeof jobs.$inferSelect;

/** How long a worker may hold a job before another may take it over. */
export const LEASE_SECONDS = 120;
/** Attempts after which a job rests as failed until staff run it again. */
export const MAX_ATTEMPTS = 6;

/** The statement that records a new job; goes into the batch of the change that causes it. */
export function insertJob(
  db: Database,
  job: { id: string; type: JobType; submissionId: string; subject?: string; at: Date },
) {
  const at = job.at.toISOString();
  // Selected from the submission so that the loser of a double submit leaves no job behind. The
  // values stand in the order of the table's columns.
  return db.insert(jobs).select(
    sql`SELECT ${job.id}, ${job.type}, id, ${job.subject ?? ""}, 'waiting', 0, NULL, NULL, ${at}, ${at}
      FROM submissions WHERE id = ${job.submissionId}`,
  );
}

/**
 * Claims a job by one conditional update.
 * @returns the job, or undefined when it is done, failed or held by another worker.
 */
export async function claimJob(db: Database, id: string, now: Date): Promise<Job | undefined> {
  const leaseUntil = new Date(now.getTime() + LEASE_SECONDS * 1000).toISOString();
  const [claimed] = await db
    .update(jobs)
    .set({
      state: "running",
      attempts: sql`${jobs.attempts} + 1`,
      leaseUntil,
      updatedAt: now.toISOString(),
    })
    .where(
      and(
        eq(jobs.id, id),
        inArray(jobs.state, ["waiting", "running"]),
        or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, now.toISOString())),
      ),
    )
    .returning();
  return claimed;
}

/** The work is finished. */
export async function finishJob(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(jobs)
    .set({ state: "done", leaseUntil: null, lastError: null, updatedAt: now.toISOString() })
    .where(eq(jobs.id, id));
}

/** Releases a job that is to be tried again; the reason stays on the row for staff. */
export async function releaseJob(db: Database, id: string, reason: string, now: Date) {
  await db
    .update(jobs)
    .set({ state: "waiting", leaseUntil: null, lastError: reason, updatedAt: now.toISOString() })
    .where(eq(jobs.id, id));
}

/** Stops a job for good; the reason stays on the row and staff can run it again. */
export async function failJob(db: Database, id: string, reason: string, now: Date) {
  await db
    .update(jobs)
    .set({ state: "failed", leaseUntil: null, lastError: reason, updatedAt: now.toISOString() })
    .where(and(eq(jobs.id, id), inArray(jobs.state, ["waiting", "running"])));
}

/** Ids of jobs that nobody holds and that have not moved since `before`, oldest first, at most 100. */
export async function stalledJobs(db: Database, before: Date, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      or(
        and(eq(jobs.state, "waiting"), lt(jobs.updatedAt, before.toISOString())),
        and(eq(jobs.state, "running"), lt(jobs.leaseUntil, now.toISOString())),
      ),
    )
    .orderBy(asc(jobs.createdAt))
    .limit(100);
  return rows.map((row) => row.id);
}

/** How much work waits, how old the oldest is, and how much has failed; for the health page. */
export async function jobBacklog(db: Database, now: Date) {
  const [open] = await db
    .select({ waiting: count(), oldest: min(jobs.createdAt) })
    .from(jobs)
    .where(inArray(jobs.state, ["waiting", "running"]));
  const [failed] = await db.select({ n: count() }).from(jobs).where(eq(jobs.state, "failed"));
  const oldestSeconds = open?.oldest ? (now.getTime() - Date.parse(open.oldest)) / 1000 : 0;
  return {
    waiting: open?.waiting ?? 0,
    oldestSeconds: Math.round(oldestSeconds),
    failed: failed?.n ?? 0,
  };
}
