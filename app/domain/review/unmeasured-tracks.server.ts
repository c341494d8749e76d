import { sql } from "drizzle-orm";
import * as v from "valibot";
import { insertJob } from "~/jobs/job-store.server";
import type { JobType } from "~/jobs/job-types";
import { type Database, isOneOfSql, runBatch } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { openStatuses } from "~/reference/statuses";

const TYPE: JobType = "measure-track";

const tracksSchema = v.array(v.object({ submissionId: v.string(), uploadId: v.string() }));

/** Tracks of undecided submissions without findings and without a job that measures them. */
function unmeasuredTracksQuery(limit: number) {
  return sql`SELECT undecided.id AS submissionId, file.value ->> '$.uploadId' AS uploadId
    FROM submissions AS undecided JOIN json_each(undecided.files) AS file
    WHERE ${isOneOfSql(sql`undecided.status`, openStatuses)} AND file.value ->> '$.kind' = 'track'
      AND NOT EXISTS (SELECT 1 FROM track_findings
        WHERE upload_id = file.value ->> '$.uploadId')
      AND NOT EXISTS (SELECT 1 FROM jobs WHERE submission_id = undecided.id AND type = ${TYPE}
        AND subject = file.value ->> '$.uploadId')
    LIMIT ${limit}`;
}

/**
 * Adds the jobs that measure some unmeasured tracks of undecided submissions.
 * @returns the ids of the jobs.
 */
export async function queueUnmeasuredTracks(
  { db, ids }: { db: Database; ids: Ids },
  now: Date,
  limit: number,
): Promise<string[]> {
  const tracks = v.parse(tracksSchema, await db.all(unmeasuredTracksQuery(limit)));
  const newJobs = tracks.map(({ submissionId, uploadId }) => {
    const id = ids.next(now);
    const job = { id, type: TYPE, submissionId, subject: uploadId, at: now };
    return { id, statement: insertJob(db, job).onConflictDoNothing() };
  });
  await runBatch(
    db,
    newJobs.map(({ statement }) => statement),
  );
  return newJobs.map(({ id }) => id);
}
