import { and, eq, inArray, sql } from "drizzle-orm";
import { insertJob } from "~/jobs/job-store.server";
import type { JobType } from "~/jobs/job-types";
import { jobs } from "~/jobs/tables.server";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { clipSubject, type PlannedClip } from "./clip-plan";

const TYPE: JobType = "process-clip";

/**
 * Has clips cut, also those that were cut or have failed before; a job that waits or runs is left
 * to itself.
 * @returns the ids of their jobs, for the queue.
 */
export async function queueClips(
  db: Database,
  submissionId: string,
  clips: readonly PlannedClip[],
  { ids, now }: { ids: Ids; now: Date },
): Promise<string[]> {
  const queued: string[] = [];
  for (const subject of clips.map(clipSubject)) {
    const id = ids.next(now);
    await insertJob(db, { id, type: TYPE, submissionId, subject, at: now }).onConflictDoNothing();
    const [row] = await db
      .update(jobs)
      .set({
        state: sql`CASE WHEN ${jobs.state} = 'running' THEN 'running' ELSE 'waiting' END`,
        attempts: sql`CASE WHEN ${jobs.state} IN ('done', 'failed') THEN 0 ELSE ${jobs.attempts} END`,
        dueAt: null,
        updatedAt: now.toISOString(),
      })
      .where(
        and(
          eq(jobs.submissionId, submissionId),
          eq(jobs.type, TYPE),
          eq(jobs.subject, subject),
          inArray(jobs.state, ["waiting", "running", "done", "failed"]),
        ),
      )
      .returning({ id: jobs.id });
    if (row) queued.push(row.id);
  }
  return queued;
}
