import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { recordAttemptStatements } from "./job-claims.server";
import type { Job } from "./job-store.server";
import { deadLetters, jobEvents, jobs } from "./job-tables.server";

type JobEvent = typeof jobEvents.$inferSelect;
type DeadLetter = typeof deadLetters.$inferSelect;

/** A job and what became of each attempt at it, oldest first. */
export interface JobWithHistory extends Job {
  story: JobEvent[];
}

/** D1 binds at most 100 values to a statement. */
const LISTED = 90;

async function withStories(db: Database, rows: Job[]): Promise<JobWithHistory[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const events = await db
    .select()
    .from(jobEvents)
    .where(inArray(jobEvents.jobId, ids))
    .orderBy(asc(jobEvents.id));
  return rows.map((job) => ({ ...job, story: events.filter(({ jobId }) => jobId === job.id) }));
}

/** The jobs that have failed, the latest first, at most 90, each with its story. */
export async function failedJobs(db: Database): Promise<JobWithHistory[]> {
  const isFailed = eq(jobs.state, "failed");
  const rows = await db
    .select()
    .from(jobs)
    .where(isFailed)
    .orderBy(desc(jobs.updatedAt))
    .limit(LISTED);
  return withStories(db, rows);
}

/** Jobs that belong to no submission, but to an entry of the waiting list. */
const ofEntry = (entryId: string) =>
  and(
    isNull(jobs.submissionId),
    inArray(jobs.type, ["sync-waiting-list", "confirm-waiting-list"]),
    eq(jobs.subject, entryId),
  );

/**
 * Everything that is, or was, to be done for a submission or for an entry of the waiting list, in the
 * order it was asked for.
 */
export async function jobHistory(db: Database, submissionId: string): Promise<JobWithHistory[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(or(eq(jobs.submissionId, submissionId), ofEntry(submissionId)))
    .orderBy(asc(jobs.id))
    .limit(LISTED);
  return withStories(db, rows);
}

/** A job as it is now; undefined when there is none of that id. */
export async function findJob(db: Database, id: string): Promise<Job | undefined> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
  return job;
}

/** Messages that the queue gave up, or that nobody could read, the latest first. */
export function listDeadLetters(db: Database): Promise<DeadLetter[]> {
  return db.select().from(deadLetters).orderBy(desc(deadLetters.id)).limit(LISTED);
}

/**
 * Lets a failed job run again from its first attempt. Of several calls at once one does.
 * @param send hands the job's id to the queue; the sweep does where it fails.
 * @param given who wants it, for the job's story, and what is written down in the same batch.
 * @returns the job where this call did it; undefined for one that has not failed.
 */
export async function retryJob(
  db: Database,
  send: (jobIds: string[], about: { submissionId?: string }) => Promise<void>,
  jobId: string,
  {
    by,
    now,
    alongside = noExtraStatement(db),
  }: { by: Staff; now: Date; alongside?: ExtraStatement },
): Promise<Job | undefined> {
  const failedCondition = and(eq(jobs.id, jobId), eq(jobs.state, "failed"));
  const isFailed = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${failedCondition})`;
  const [, , , rows] = await db.batch([
    alongside(isFailed),
    ...recordAttemptStatements(
      db,
      jobId,
      { attempt: 0, outcome: "run-again", at: now, by },
      failedCondition,
    ),
    db
      .update(jobs)
      .set({ state: "waiting", attempts: 0, rounds: 0, dueAt: null, updatedAt: now.toISOString() })
      .where(failedCondition)
      .returning(),
  ]);
  const [job] = rows;
  if (job) await send([jobId], { submissionId: job.submissionId ?? undefined });
  return job;
}

/** What is kept of a message that nobody could read, in characters. */
const KEPT_BODY = 2_000;

/** A message's body as text, however odd, cut to what is kept. */
function bodyText(body: unknown): string {
  let text: string | undefined;
  try {
    text = typeof body === "string" ? body : JSON.stringify(body);
  } catch {
    // A structure that JSON cannot say.
  }
  return (text ?? String(body)).slice(0, KEPT_BODY);
}

/** Keeps a message that will not be delivered again. */
export async function keepDeadLetter(
  db: Database,
  letter: { jobId?: string; body: unknown; reason: string; at: Date },
): Promise<void> {
  const { jobId = null, reason, at } = letter;
  const body = bodyText(letter.body);
  await db.insert(deadLetters).values({ jobId, body, reason, at: at.toISOString() });
}

const NO_ERROR = "Given up by the queue before an attempt could be recorded.";

/**
 * Ends a job whose message the queue has given up. One that is done, or that a worker holds just
 * now, goes on; its last error stays on the row for staff.
 * @returns the job as it is now, and whether this call has ended it; undefined when there is none.
 */
export async function failDeadJob(
  db: Database,
  jobId: string,
  now: Date,
): Promise<{ job: Job; ended: boolean } | undefined> {
  const at = now.toISOString();
  const isAbandoned = and(eq(jobs.state, "running"), lt(jobs.leaseUntil, at));
  const idle = and(eq(jobs.id, jobId), or(eq(jobs.state, "waiting"), isAbandoned));
  const [before] = await db.select().from(jobs).where(eq(jobs.id, jobId));
  if (!before) return undefined;
  const dead = { state: "failed", leaseUntil: null, leaseToken: null, updatedAt: at };
  const lastError = before.lastError ?? NO_ERROR;
  const [, , [after]] = await db.batch([
    ...recordAttemptStatements(
      db,
      jobId,
      { attempt: before.attempts, outcome: "dead", at: now },
      idle,
    ),
    db
      .update(jobs)
      .set({ ...dead, lastError })
      .where(idle)
      .returning(),
  ]);
  return { job: after ?? before, ended: after !== undefined };
}
