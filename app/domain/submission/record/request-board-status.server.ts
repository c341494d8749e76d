import { sql } from "drizzle-orm";
import { boardItemColumn } from "~/domain/access/entry-tables.server";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";

const hasReadJob = (state: string, subject = "%") => sql`EXISTS (SELECT 1 FROM jobs AS reading
  WHERE reading.submission_id = submissions.id AND reading.type = 'read-board-status'
  AND reading.state = ${state} AND reading.subject LIKE ${subject})`;

/**
 * Queues reading the status of one board item. A job that has not started yet covers further
 * events, so nothing more is written.
 * @returns the submission of the item and the queued jobs; undefined where no submission has the
 * item.
 */
export async function requestStatusRead(
  { db, ids }: { db: Database; ids: Ids },
  itemId: string,
  { requestId, now }: { requestId: string; now: Date },
): Promise<{ submissionId: string; jobIds: string[] } | undefined> {
  // A cheap check against floods of events; the statements below decide.
  const submission = await db.get<{ id: string; waits: number }>(
    sql`SELECT submissions.id AS id, ${hasReadJob("waiting")} AS waits FROM submissions
      WHERE submissions.${boardItemColumn} = ${itemId} LIMIT 1`,
  );
  if (!submission) return undefined;
  const { id: submissionId } = submission;
  if (submission.waits === 1) return { submissionId, jobIds: [] };
  const updatedAt = now.toISOString();
  // Two rows: one waits, one runs and may have read the board already.
  const queueRead = (subject: "a" | "b") => {
    const job = { id: ids.next(now), subject, requestId, at: now };
    const values = jobValues({ ...job, type: "read-board-status", submissionId });
    return db
      .insert(jobs)
      .select(
        sql`SELECT ${values} FROM submissions WHERE submissions.id = ${submissionId}
          AND NOT ${hasReadJob("waiting")} AND NOT ${hasReadJob("running", subject)}`,
      )
      .onConflictDoUpdate({
        target: [jobs.submissionId, jobs.type, jobs.subject],
        set: {
          state: "waiting",
          attempts: 0,
          rounds: 0,
          lastError: null,
          dueAt: null,
          requestId,
          updatedAt,
        },
      })
      .returning({ id: jobs.id });
  };
  const [first, second] = await db.batch([queueRead("a"), queueRead("b")]);
  return { submissionId, jobIds: [...first, ...second].map(({ id }) => id) };
}
