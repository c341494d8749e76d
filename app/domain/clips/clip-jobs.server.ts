import { and, eq, inArray, sql } from "drizzle-orm";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import type { Database, ExtraStatement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { clipSubject, type PlannedClip } from "./clip-plan";

const TYPE: JobType = "process-clip";

/**
 * Queues clips, also finished and failed ones; a waiting or running job is left alone. One batch.
 * @returns the ids of their jobs.
 */
export async function queueClips(
  db: Database,
  submissionId: string,
  clips: readonly PlannedClip[],
  { ids, now, extraStatement }: { ids: Ids; now: Date; extraStatement: ExtraStatement },
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
  const isClipJob = and(
    eq(jobs.submissionId, submissionId),
    eq(jobs.type, TYPE),
    sql`${jobs.subject} IN (SELECT value FROM json_each(${JSON.stringify(subjects)}))`,
  );
  const jobQuery = db.select({ id: jobs.id, subject: jobs.subject }).from(jobs).where(isClipJob);
  await db.batch([extraStatement(sql`1`), ...inserts, ...updates]);
  const idsBySubject = new Map((await jobQuery).map(({ id, subject }) => [subject, id]));
  return subjects.flatMap((subject) => idsBySubject.get(subject) ?? []);
}
