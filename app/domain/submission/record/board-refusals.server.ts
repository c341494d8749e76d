import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { submissions } from "../submission-tables.server";
import { type BoardRefusal, refusalReasons } from "./board-refusal";

/** The job that tells the board is the record of a refusal; it goes once that is settled. */
const TYPE = "refuse-board-status";

/** Whether a submission has a refusal that is to be settled, in a query of submissions. */
export const hasRefusalSql = sql`EXISTS (SELECT 1 FROM jobs AS refusal
  WHERE refusal.submission_id = submissions.id AND refusal.type = ${TYPE})`;

const subjectSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([v.string(), v.picklist(refusalReasons)]),
);

/** Once for each status and reason. @returns the new job. */
export async function recordRefusal(
  { db, ids }: { db: Database; ids: Ids },
  { submissionId, refusal }: { submissionId: string; refusal: BoardRefusal },
  isUnchanged: SQL | undefined,
  now: Date,
): Promise<string[]> {
  const subject = JSON.stringify([refusal.status, refusal.reason]);
  const job = { id: ids.next(now), type: TYPE, submissionId, subject, at: now } as const;
  const [, rows] = await db.batch([
    db.delete(jobs).where(
      and(
        refusalsOf(submissionId),
        sql`${jobs.subject} <> ${subject}`,
        sql`EXISTS (
        SELECT 1 FROM ${submissions} WHERE ${isUnchanged})`,
      ),
    ),
    db
      .insert(jobs)
      .select(sql`SELECT ${jobValues(job)} FROM ${submissions} WHERE ${isUnchanged}`)
      .onConflictDoNothing()
      .returning({ id: jobs.id }),
  ]);
  return rows.map(({ id }) => id);
}

const refusalsOf = (submissionId: string) =>
  and(eq(jobs.submissionId, submissionId), eq(jobs.type, TYPE));

/** The subject of the refusal that is to be settled, for `parseRefusal`; in a query of submissions. */
export const refusalSubjectSql = sql`(SELECT refusal.subject FROM jobs AS refusal
  WHERE refusal.submission_id = submissions.id AND refusal.type = ${TYPE}
  ORDER BY refusal.id DESC LIMIT 1)`;

export function parseRefusal(text: string | null | undefined): BoardRefusal | undefined {
  const subject = v.safeParse(subjectSchema, text);
  if (!subject.success) return undefined;
  const [status, reason] = subject.output;
  return { status, reason };
}

/** The refusal that is to be settled, if any. */
export async function findRefusal(
  db: Database,
  submissionId: string,
): Promise<BoardRefusal | undefined> {
  const [row] = await db
    .select({ subject: sql<string | null>`${refusalSubjectSql}` })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  return parseRefusal(row?.subject);
}

/** The statement for the batch that settles it. */
export const settleRefusal = (db: Database, submissionId: string, condition: SQL = sql`TRUE`) =>
  db.delete(jobs).where(and(refusalsOf(submissionId), condition));
