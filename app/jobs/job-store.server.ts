import { and, count, eq, inArray, min, type SQL, sql } from "drizzle-orm";
import { countColumns } from "~/platform/counts.server";
import { type Database, rowValues, textListSql } from "~/platform/database.server";
import { idBefore } from "~/platform/ids";
import { jobs } from "./job-tables.server";
import type { JobType } from "./job-types";

export type Job = typeof jobs.$inferSelect;

/** SQL values are columns of the table that the job is selected from. */
interface NewJob {
  id: string | SQL;
  type: JobType;
  submissionId: string | SQL;
  subject?: string | SQL;
  requestId?: string | SQL;
  at: Date;
}

/** A unique id for each row, in SQL: a ULID with 64 random bits. */
export const jobIdSql = (at: Date): SQL => sql`${idBefore(at)} || hex(randomblob(8))`;

/** Values in the order of the table's columns, for `INSERT … SELECT`. */
export function jobValues({ at, ...job }: NewJob): SQL {
  const timestamp = at.toISOString();
  return rowValues(jobs, { ...job, createdAt: timestamp, updatedAt: timestamp });
}

export function insertJob(db: Database, job: NewJob & { id: string; submissionId: string }) {
  // Selected from the submission, so that the loser of a double submit leaves no job.
  const values = jobValues({ ...job, submissionId: sql`id` });
  return db
    .insert(jobs)
    .select(sql`SELECT ${values} FROM submissions WHERE id = ${job.submissionId}`);
}

/** Lets jobs wait, if a condition holds in their batch. */
export const delayJobs = (db: Database, jobIds: readonly string[], until: Date, condition: SQL) =>
  db
    .update(jobs)
    .set({ dueAt: until.toISOString() })
    .where(and(sql`${jobs.id} IN ${textListSql(jobIds)}`, condition));

const BATCH_SIZE = 80;

/**
 * The owner of a job, for fair scheduling: the artist's mailbox (`ada+1@` is `ada@`), else the
 * submission, else the job itself. Uses a table of a higher layer.
 */
export const ownerOfJob: SQL<string> = sql`coalesce((SELECT CASE
    WHEN instr(sent.email, '+') BETWEEN 2 AND instr(sent.email, '@')
    THEN lower(substr(sent.email, 1, instr(sent.email, '+') - 1) || substr(sent.email, instr(sent.email, '@')))
    ELSE lower(sent.email) END
  FROM submissions AS sent WHERE sent.id = jobs.submission_id AND sent.email <> ''),
  jobs.submission_id, jobs.id)`;

/** The owners of those of these jobs that have one of these types and are not over yet, by id. */
export async function ownersOfJobs(
  db: Database,
  ids: readonly string[],
  types: readonly JobType[],
): Promise<Map<string, string>> {
  const ownersById = new Map<string, string>();
  const columns = { id: jobs.id, owner: ownerOfJob };
  for (let offset = 0; offset < ids.length; offset += BATCH_SIZE) {
    const isInBatch = and(
      inArray(jobs.id, ids.slice(offset, offset + BATCH_SIZE)),
      inArray(jobs.type, [...types]),
      inArray(jobs.state, ["waiting", "running"]),
    );
    for (const { id, owner } of await db.select(columns).from(jobs).where(isInBatch))
      ownersById.set(id, owner);
  }
  return ownersById;
}

export async function jobBacklog(db: Database, now: Date) {
  const [open] = await db
    .select({ waiting: count(), oldest: min(jobs.createdAt) })
    .from(jobs)
    .where(inArray(jobs.state, ["waiting", "running"]));
  const [failedRow] = await db.select({ n: count() }).from(jobs).where(eq(jobs.state, "failed"));
  const oldestSeconds = open?.oldest ? (now.getTime() - Date.parse(open.oldest)) / 1000 : 0;
  return {
    waiting: open?.waiting ?? 0,
    oldestSeconds: Math.round(oldestSeconds),
    failed: failedRow?.n ?? 0,
  };
}

/**
 * Counts of jobs by state, for the dashboard; done ones since a time only. Open states also have
 * the time of the oldest job.
 */
export function jobCounts(db: Database, since: string) {
  const [state, isOpen] = [sql`states.value`, sql`states.value IN ('waiting', 'running')`];
  const selectFromState = (expression: SQL, condition: SQL) =>
    sql`(SELECT ${expression} FROM jobs WHERE state = ${state} ${condition})`;
  const from = sql`AND updated_at >= CASE ${state} WHEN 'done' THEN ${since} ELSE '' END`;
  return db
    .select(
      countColumns({
        part: sql`'jobs'`,
        name: state,
        detail: sql`''`,
        count: selectFromState(sql`count(*)`, from),
        // Open jobs are few; finished ones are not scanned.
        at: sql`CASE WHEN ${isOpen} THEN ${selectFromState(sql`min(created_at)`, sql``)} END`,
      }),
    )
    .from(sql`json_each('["waiting","running","done","failed"]') AS states`);
}
