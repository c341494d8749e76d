import { and, count, eq, inArray, min, type SQL, sql } from "drizzle-orm";
import { countColumns } from "~/platform/counts.server";
import { type Database, type NewRow, rowValues } from "~/platform/database.server";
import { jobs } from "./job-tables.server";
import type { JobType } from "./job-types";

export type Job = typeof jobs.$inferSelect;

/** A job to be recorded. Of one that is selected from a table, some values are its columns. */
interface NewJob {
  id: string | SQL;
  type: JobType;
  submissionId: string | SQL;
  subject?: string | SQL;
  requestId?: string | SQL;
  at: Date;
}

/** The values of a new job, in the order of the table's columns, for an `INSERT … SELECT`. */
export function jobValues({ id, type, submissionId, subject = "", requestId, at }: NewJob): SQL {
  const now = at.toISOString();
  const values: NewRow<typeof jobs> = {
    id,
    type,
    submissionId,
    subject,
    requestId: requestId ?? null,
    state: "waiting",
    attempts: 0,
    rounds: 0,
    lastError: null,
    dueAt: null,
    leaseUntil: null,
    leaseToken: null,
    createdAt: now,
    updatedAt: now,
  };
  return rowValues(jobs, values);
}

/** The statement that records a new job; goes into the batch of the change that causes it. */
export function insertJob(db: Database, job: NewJob & { id: string; submissionId: string }) {
  // Selected from the submission so that the loser of a double submit leaves no job behind.
  const values = jobValues({ ...job, submissionId: sql`id` });
  return db
    .insert(jobs)
    .select(sql`SELECT ${values} FROM submissions WHERE id = ${job.submissionId}`);
}

/** D1 binds at most 100 values to a statement. */
const BOUND = 80;

/**
 * Whose work a job is, so that nobody's holds up another's: the artist's who sent its submission in, by
 * their mailbox (`ada+1@` is `ada@`), since one artist may send many; else the submission's, else its
 * own. The table is that of a room above this one.
 */
export const ownerOfJob: SQL<string> = sql`coalesce((SELECT CASE
    WHEN instr(sent.email, '+') BETWEEN 2 AND instr(sent.email, '@')
    THEN lower(substr(sent.email, 1, instr(sent.email, '+') - 1) || substr(sent.email, instr(sent.email, '@')))
    ELSE lower(sent.email) END
  FROM submissions AS sent WHERE sent.id = jobs.submission_id AND sent.email <> ''),
  jobs.submission_id, jobs.id)`;

/** Which of these jobs are of these types, and whose each is: see {@link ownerOfJob}. */
export async function ownersOfJobs(
  db: Database,
  ids: readonly string[],
  types: readonly JobType[],
): Promise<Map<string, string>> {
  const ownersById = new Map<string, string>();
  const columns = { id: jobs.id, owner: ownerOfJob };
  for (let at = 0; at < ids.length; at += BOUND) {
    const some = and(inArray(jobs.id, ids.slice(at, at + BOUND)), inArray(jobs.type, [...types]));
    for (const { id, owner } of await db.select(columns).from(jobs).where(some))
      ownersById.set(id, owner);
  }
  return ownersById;
}

/** How much work waits, how old the oldest is, and how much has failed; for the health page. */
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
 * Jobs by state, for the dashboard: how many are, of those that are done since a time; and since when
 * the oldest waits, of those that are not.
 */
export function jobCounts(db: Database, since: string) {
  const [state, isOpen] = [sql`states.value`, sql`states.value IN ('waiting', 'running')`];
  const of = (what: SQL, more: SQL) =>
    sql`(SELECT ${what} FROM jobs WHERE state = ${state} ${more})`;
  const from = sql`AND updated_at >= CASE ${state} WHEN 'done' THEN ${since} ELSE '' END`;
  return db
    .select(
      countColumns({
        part: sql`'jobs'`,
        name: state,
        detail: sql`''`,
        count: of(sql`count(*)`, from),
        // Asked of few: what is done is never looked through.
        at: sql`CASE WHEN ${isOpen} THEN ${of(sql`min(created_at)`, sql``)} END`,
      }),
    )
    .from(sql`json_each('["waiting","running","done","failed"]') AS states`);
}
