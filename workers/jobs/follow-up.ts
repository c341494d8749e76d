import { sql } from "drizzle-orm";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import type { Stores } from "~/services/stores.server";

export type FollowUpDeps = Pick<Stores, "db" | "ids" | "clock" | "sendJobs">;

/** Records jobs that follow another job of the same submission, and sends them to the queue. */
export async function enqueueFollowUps(
  { db, ids, clock, sendJobs }: FollowUpDeps,
  { jobId, submissionId }: { jobId: string; submissionId: string },
  types: readonly JobType[],
): Promise<void> {
  const requestId = sql`(SELECT ${jobs.requestId} FROM ${jobs} WHERE ${jobs.id} = ${jobId})`;
  const jobIds: string[] = [];
  for (const type of types) {
    const createdAt = clock();
    const id = ids.next(createdAt);
    await insertJob(db, { id, type, submissionId, subject: id, requestId, at: createdAt });
    jobIds.push(id);
  }
  if (jobIds.length > 0) await sendJobs(jobIds);
}
