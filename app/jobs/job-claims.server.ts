import { and, count, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import type { Job } from "./job-store.server";
import { jobEvents, jobs } from "./job-tables.server";

/** After this time another worker may take over, unless the lease is renewed. */
export const LEASE_SECONDS = 120;
/** After that many attempts, over some hours, a job fails until staff retry it. */
export const MAX_ATTEMPTS = 12;
export const MAX_ROUNDS = 2_000;
/** Messages may arrive a little early. */
const EARLY_MS = 1_000;

/**
 * Claims a job by one conditional update. A vanished worker is noted in the job's history.
 * @param token identifies the claim; needed to renew or finish it.
 * @returns the job, and whether its last lease ran out; undefined if it is done, failed, not due
 * or claimed.
 */
export async function claimJob(
  db: Database,
  id: string,
  token: string,
  now: Date,
): Promise<{ job: Job; takenOver: boolean } | undefined> {
  const timestamp = now.toISOString();
  const isAbandoned = and(
    eq(jobs.id, id),
    eq(jobs.state, "running"),
    lt(jobs.leaseUntil, timestamp),
  );
  const latestDue = new Date(now.getTime() + EARLY_MS).toISOString();
  const isDue = or(isNull(jobs.dueAt), lte(jobs.dueAt, latestDue));
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
        updatedAt: timestamp,
      })
      .where(or(and(eq(jobs.id, id), eq(jobs.state, "waiting"), isDue), isAbandoned))
      .returning(),
  ]);
  return job && { job, takenOver: eventRows.length > 0 };
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000).toISOString();

const isClaimedBy = (id: string, token: string) =>
  and(eq(jobs.id, id), eq(jobs.leaseToken, token), eq(jobs.state, "running"));

/** @returns false if the claim was lost. */
export async function renewLease(db: Database, id: string, token: string, now: Date) {
  const rows = await db
    .update(jobs)
    .set({ leaseUntil: leaseEnd(now) })
    .where(isClaimedBy(id, token))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

export type AttemptOutcome =
  | { state: "done" }
  | { state: "failed"; error: string }
  /** Retry, not before `due`. */
  | { state: "waiting"; error: string; due: Date | undefined }
  /** Continue, not before `due`: it made progress, so its attempts start anew. */
  | { state: "waiting"; further: true; due: Date | undefined };

function toChanges(outcome: AttemptOutcome) {
  if (outcome.state !== "waiting")
    return { lastError: outcome.state === "failed" ? outcome.error : null };
  const dueAt = outcome.due?.toISOString() ?? null;
  if ("further" in outcome)
    return { attempts: 0, rounds: sql`${jobs.rounds} + 1`, lastError: null, dueAt };
  return { lastError: outcome.error, dueAt };
}

export interface JobAttempt {
  attempt: number;
  outcome: string;
  reason?: string;
  detail?: string;
  ms?: number;
  queuedMs?: number;
  startedAt: Date;
  staff?: Staff;
}

const MAX_EVENTS = 50;
const MAX_DETAIL_LENGTH = 1_000;

/** Adds to a job's history and trims it. */
export function recordAttemptStatements(
  db: Database,
  jobId: string,
  event: JobAttempt,
  where = eq(jobs.id, jobId),
) {
  const { attempt, outcome, reason, detail, ms, queuedMs, startedAt, staff } = event;
  const latest = sql`SELECT id FROM ${jobEvents} WHERE job_id = ${jobId} ORDER BY id DESC LIMIT ${MAX_EVENTS}`;
  return [
    db.insert(jobEvents).select(
      sql`SELECT NULL, id, ${attempt}, ${outcome}, ${reason ?? null},
        ${detail?.slice(0, MAX_DETAIL_LENGTH) ?? null}, ${ms ?? null}, ${queuedMs ?? null},
        ${startedAt.toISOString()}, ${staff?.id ?? null}, ${staff?.name ?? null} FROM jobs WHERE ${where}`,
    ),
    db
      .delete(jobEvents)
      .where(and(eq(jobEvents.jobId, jobId), sql`${jobEvents.id} NOT IN (${latest})`)),
  ] as const;
}

/**
 * Records the end of an attempt, unless its claim was lost.
 * @returns whether it was recorded, and the count of open jobs of the submission.
 */
export async function finishAttempt(
  db: Database,
  claim: { id: string; token: string; submissionId: string | null },
  outcome: AttemptOutcome,
  event: JobAttempt,
  now: Date,
): Promise<{ written: boolean; open: number }> {
  const { id, token, submissionId } = claim;
  const [, , rows, [open]] = await db.batch([
    ...recordAttemptStatements(db, id, event, isClaimedBy(id, token)),
    db
      .update(jobs)
      .set({
        state: outcome.state,
        leaseUntil: null,
        leaseToken: null,
        updatedAt: now.toISOString(),
        ...toChanges(outcome),
      })
      .where(isClaimedBy(id, token))
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
