import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { recordAttemptStatements } from "./job-claims.server";
import type { Job } from "./job-store.server";
import { deadLetters, jobEvents, jobs } from "./job-tables.server";

type JobEvent = typeof jobEvents.$inferSelect;
type DeadLetter = typeof deadLetters.$inferSelect;

/** A job with its history, oldest first. */
export interface JobWithHistory extends Job {
  story: JobEvent[];
}

/** D1 allows 100 parameters. */
const MAX_LISTED = 90;

async function withHistory(db: Database, rows: Job[]): Promise<JobWithHistory[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const events = await db
    .select()
    .from(jobEvents)
    .where(inArray(jobEvents.jobId, ids))
    .orderBy(asc(jobEvents.id));
  return rows.map((job) => ({ ...job, story: events.filter(({ jobId }) => jobId === job.id) }));
}

/** Latest first, at most 90. */
export async function failedJobs(db: Database): Promise<JobWithHistory[]> {
  const isFailed = eq(jobs.state, "failed");
  const rows = await db
    .select()
    .from(jobs)
    .where(isFailed)
    .orderBy(desc(jobs.updatedAt))
    .limit(MAX_LISTED);
  return withHistory(db, rows);
}

const isEntryJob = (entryId: string) =>
  and(
    isNull(jobs.submissionId),
    inArray(jobs.type, ["sync-waiting-list", "confirm-waiting-list"]),
    eq(jobs.subject, entryId),
  );

/** All jobs of a submission or waiting list entry, oldest first. */
export async function jobHistory(db: Database, submissionId: string): Promise<JobWithHistory[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(or(eq(jobs.submissionId, submissionId), isEntryJob(submissionId)))
    .orderBy(asc(jobs.id))
    .limit(MAX_LISTED);
  return withHistory(db, rows);
}

export async function findJob(db: Database, id: string): Promise<Job | undefined> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
  return job;
}

/** Messages that the queue gave up, or that could not be read, latest first. */
export function listDeadLetters(db: Database): Promise<DeadLetter[]> {
  return db.select().from(deadLetters).orderBy(desc(deadLetters.id)).limit(MAX_LISTED);
}

/**
 * Retries a failed job from its first attempt; of concurrent calls one does.
 * @param sendJobs queues the job; if it fails, the sweep does.
 * @returns the job; undefined if it has not failed.
 */
export async function retryJob(
  db: Database,
  sendJobs: (jobIds: string[], about: { submissionId?: string }) => Promise<void>,
  jobId: string,
  {
    by,
    now,
    extraStatement = noExtraStatement(db),
  }: { by: Staff; now: Date; extraStatement?: ExtraStatement },
): Promise<Job | undefined> {
  const failedCondition = and(eq(jobs.id, jobId), eq(jobs.state, "failed"));
  const isFailed = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${failedCondition})`;
  const [, , , rows] = await db.batch([
    extraStatement(isFailed),
    ...recordAttemptStatements(
      db,
      jobId,
      { attempt: 0, outcome: "run-again", startedAt: now, staff: by },
      failedCondition,
    ),
    db
      .update(jobs)
      .set({ state: "waiting", attempts: 0, rounds: 0, dueAt: null, updatedAt: now.toISOString() })
      .where(failedCondition)
      .returning(),
  ]);
  const [job] = rows;
  if (job) await sendJobs([jobId], { submissionId: job.submissionId ?? undefined });
  return job;
}

const MAX_BODY_LENGTH = 2_000;

function bodyText(body: unknown): string {
  let text: string | undefined;
  try {
    text = typeof body === "string" ? body : JSON.stringify(body);
  } catch {
    // Not serializable.
  }
  return (text ?? String(body)).slice(0, MAX_BODY_LENGTH);
}

export async function storeDeadLetter(
  db: Database,
  letter: { jobId?: string; body: unknown; reason: string; at: Date },
): Promise<void> {
  const { jobId = null, reason, at } = letter;
  const body = bodyText(letter.body);
  await db.insert(deadLetters).values({ jobId, body, reason, at: at.toISOString() });
}

const NO_ERROR = "Given up by the queue before an attempt could be recorded.";

/**
 * Fails a job whose message the queue has given up, unless it is done or claimed. Its last error
 * stays for staff.
 * @returns the job, and whether this call ended it; undefined if there is none.
 */
export async function failDeadJob(
  db: Database,
  jobId: string,
  now: Date,
): Promise<{ job: Job; ended: boolean } | undefined> {
  const timestamp = now.toISOString();
  const isAbandoned = and(eq(jobs.state, "running"), lt(jobs.leaseUntil, timestamp));
  const isIdle = and(eq(jobs.id, jobId), or(eq(jobs.state, "waiting"), isAbandoned));
  const [previous] = await db.select().from(jobs).where(eq(jobs.id, jobId));
  if (!previous) return undefined;
  const failedFields = {
    state: "failed",
    leaseUntil: null,
    leaseToken: null,
    updatedAt: timestamp,
  };
  const lastError = previous.lastError ?? NO_ERROR;
  const [, , [current]] = await db.batch([
    ...recordAttemptStatements(
      db,
      jobId,
      { attempt: previous.attempts, outcome: "dead", startedAt: now },
      isIdle,
    ),
    db
      .update(jobs)
      .set({ ...failedFields, lastError })
      .where(isIdle)
      .returning(),
  ]);
  return { job: current ?? previous, ended: current !== undefined };
}
