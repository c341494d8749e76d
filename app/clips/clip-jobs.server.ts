import { and, eq, inArray, sql } from "drizzle-orm";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import type { Database, ExtraStatement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { clipSubject, type PlannedClip } from "./clip-plan";

const TYPE: JobType = "process-clip";

/**
 * Has clips cut, also those that were cut or have failed before; a job that waits or runs is left
 * to itself. All in one batch.
 * @param alongside what is written down in it.
 * @returns the ids of their jobs, for the queue.
 */
export async function queueClips(
  db: Database,
  submissionId: string,
  clips: readonly PlannedClip[],
  { ids, now, alongside }: { ids: Ids; now: Date; alongside: ExtraStatement },
): Promise<string[]> {
  const subjects = clips.map(clipSubject);
  if (subjects.length === 0) return [];
  const inserts = subjects.map((subject) => {
    const id = ids.next(now);
    return insertJob(db, { id, type: TYPE, submissionId, subject, at: now }).onConflictDoNothing();
  });
  const updates = subjects.map((subject) =>
    db
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
      ),
  );
  const ofClips = and(
    eq(jobs.submissionId, submissionId),
    eq(jobs.type, TYPE),
    sql`${jobs.subject} IN (SELECT value FROM json_each(${JSON.stringify(subjects)}))`,
  );
  const jobQuery = db.select({ id: jobs.id, subject: jobs.subject }).from(jobs).where(ofClips);
  await db.batch([alongside(sql`1`), ...inserts, ...updates]);
  const idsBySubject = new Map((await jobQuery).map(({ id, subject }) => [subject, id]));
  return subjects.flatMap((subject) => idsBySubject.get(subject) ?? []);
}
