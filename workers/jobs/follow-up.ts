import { and, eq, isNull, sql } from "drizzle-orm";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import type { Stores } from "~/services/stores.server";

export type FollowUpDeps = Pick<Stores, "db" | "ids" | "clock" | "sendJobs">;

/** Runs a job at once that waits although nothing has failed: it does what a new one would. */
async function hastenJob({ db, clock }: FollowUpDeps, submissionId: string, type: JobType) {
  const timestamp = clock().toISOString();
  const rows = await db
    .update(jobs)
    .set({ dueAt: null, updatedAt: timestamp })
    .where(
      and(
        ...[eq(jobs.submissionId, submissionId), eq(jobs.type, type)],
        ...[eq(jobs.state, "waiting"), isNull(jobs.lastError)],
      ),
    )
    .returning({ id: jobs.id });
  return rows.map(({ id }) => id);
}

/** Records jobs that follow another job of the same submission, and sends them to the queue. */
export async function enqueueFollowUps(
  deps: FollowUpDeps,
  { jobId, submissionId }: { jobId: string; submissionId: string },
  types: readonly JobType[],
): Promise<void> {
  const { db, ids, clock, sendJobs } = deps;
  const requestId = sql`(SELECT ${jobs.requestId} FROM ${jobs} WHERE ${jobs.id} = ${jobId})`;
  const jobIds: string[] = [];
  for (const type of types) {
    const hastenedIds = await hastenJob(deps, submissionId, type);
    jobIds.push(...hastenedIds);
    if (hastenedIds.length > 0) continue;
    const createdAt = clock();
    const id = ids.next(createdAt);
    await insertJob(db, { id, type, submissionId, subject: id, requestId, at: createdAt });
    jobIds.push(id);
  }
  if (jobIds.length > 0) await sendJobs(jobIds);
}
