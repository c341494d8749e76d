import { and, count, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import type { Job } from "./job-store.server";
import { jobEvents, jobs } from "./job-tables.server";

/** How long a worker may hold a job before another may take it over, unless it renews its lease. */
export const LEASE_SECONDS = 120;
/** Attempts, over some hours, after which a job rests as failed until staff run it again. */
export const MAX_ATTEMPTS = 12;
/** How often a job may go on in a new message: far more than any has to. */
export const MAX_ROUNDS = 2_000;
/** Messages may arrive a little early; the time that another side asked for is rounded up. */
const EARLY_MS = 1_000;

/**
 * Claims a job by one conditional update. A worker that held it and has gone is told of in the
 * job's story.
 * @param token names the claim; only its holder may renew or settle it.
 * @returns the job, and whether it was taken over from a worker whose lease ran out; undefined when it
 * is done, failed, not due or held by another worker.
 */
export async function claimJob(
  db: Database,
  id: string,
  token: string,
  now: Date,
): Promise<{ job: Job; takenOver: boolean } | undefined> {
  const at = now.toISOString();
  const isAbandoned = and(eq(jobs.id, id), eq(jobs.state, "running"), lt(jobs.leaseUntil, at));
  const latestDue = new Date(now.getTime() + EARLY_MS).toISOString();
  const due = or(isNull(jobs.dueAt), lte(jobs.dueAt, latestDue));
  const [eventRows, [job]] = await db.batch([
    db
      .insert(jobEvents)
      .select(
        sql`SELECT NULL, ${jobs.id}, ${jobs.attempts}, 'worker-gone', NULL, NULL, NULL, NULL,
        ${jobs.updatedAt}, NULL, NULL FROM ${jobs} WHERE ${isAbandoned}`,
      )
      .returning({ id: jobEvents.id }),
    db
      .update(jobs)
      .set({
        state: "running",
        attempts: sql`${jobs.attempts} + 1`,
        dueAt: null,
        leaseUntil: leaseEnd(now),
        leaseToken: token,
        updatedAt: at,
      })
      .where(or(and(eq(jobs.id, id), eq(jobs.state, "waiting"), due), isAbandoned))
      .returning(),
  ]);
  return job && { job, takenOver: eventRows.length > 0 };
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000).toISOString();

/** The condition that a claim still holds its job. */
const heldBy = (id: string, token: string) =>
  and(eq(jobs.id, id), eq(jobs.leaseToken, token), eq(jobs.state, "running"));

/**
 * Prolongs a claim by another lease.
 * @returns false when the job is no longer held by it.
 */
export async function renewLease(
  db: Database,
  id: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ leaseUntil: leaseEnd(now) })
    .where(heldBy(id, token))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** How an attempt ends, as the job's row takes it down. */
export type AttemptOutcome =
  | { state: "done" }
  | { state: "failed"; error: string }
  /** To be tried again, not before `due`. */
  | { state: "waiting"; error: string; due: Date }
  /** To go on at once: it has come further, and its attempts start anew. */
  | { state: "waiting"; further: true };

function changesOf(outcome: AttemptOutcome) {
  if (outcome.state !== "waiting")
    return { lastError: outcome.state === "failed" ? outcome.error : null };
  if ("further" in outcome)
    return { attempts: 0, rounds: sql`${jobs.rounds} + 1`, lastError: null, dueAt: null };
  return { lastError: outcome.error, dueAt: outcome.due.toISOString() };
}

/** One attempt, for the job's story. */
export interface JobAttempt {
  attempt: number;
  outcome: string;
  reason?: string;
  detail?: string;
  ms?: number;
  queuedMs?: number;
  /** When it began. */
  at: Date;
  /** Who asked for it, where somebody did. */
  by?: Staff;
}

/** What is kept of each job's story. */
const KEPT_EVENTS = 50;
const KEPT_DETAIL = 1_000;

/** The statements that add to a job's story and keep it short. */
export function recordAttemptStatements(
  db: Database,
  jobId: string,
  story: JobAttempt,
  where = eq(jobs.id, jobId),
) {
  const { attempt, outcome, reason, detail, ms, queuedMs, at, by } = story;
  const latest = sql`SELECT id FROM ${jobEvents} WHERE job_id = ${jobId} ORDER BY id DESC LIMIT ${KEPT_EVENTS}`;
  return [
    db.insert(jobEvents).select(
      sql`SELECT NULL, id, ${attempt}, ${outcome}, ${reason ?? null},
        ${detail?.slice(0, KEPT_DETAIL) ?? null}, ${ms ?? null}, ${queuedMs ?? null},
        ${at.toISOString()}, ${by?.id ?? null}, ${by?.name ?? null} FROM jobs WHERE ${where}`,
    ),
    db
      .delete(jobEvents)
      .where(and(eq(jobEvents.jobId, jobId), sql`${jobEvents.id} NOT IN (${latest})`)),
  ] as const;
}

/**
 * Writes down how an attempt ended, unless its lease was lost: then another worker's word counts.
 * @returns whether it was written, and how many jobs of the submission are still to be done.
 */
export async function finishAttempt(
  db: Database,
  claim: { id: string; token: string; submissionId: string | null },
  outcome: AttemptOutcome,
  story: JobAttempt,
  now: Date,
): Promise<{ written: boolean; open: number }> {
  const { id, token, submissionId } = claim;
  const [, , rows, [open]] = await db.batch([
    ...recordAttemptStatements(db, id, story, heldBy(id, token)),
    db
      .update(jobs)
      .set({
        state: outcome.state,
        leaseUntil: null,
        leaseToken: null,
        updatedAt: now.toISOString(),
        ...changesOf(outcome),
      })
      .where(heldBy(id, token))
      .returning({ id: jobs.id }),
    db
      .select({ n: count() })
      .from(jobs)
      .where(
        and(eq(jobs.submissionId, submissionId ?? ""), inArray(jobs.state, ["waiting", "running"])),
      ),
  ]);
  return { written: rows.length > 0, open: open?.n ?? 0 };
}
