import { and, eq, gt, gte, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import { type MailKind, mailKinds, mailTraits } from "./mail-kinds";
import { isStopped, isUnderDailyLimit, outboxRecipient } from "./mail-limit.server";
import { mailOutbox } from "./mail-tables.server";

/** Limit of one queue call. */
export const MAX_REQUEUED = 100;

const sendingJob = [
  sql`${jobs.submissionId} IS ${mailOutbox.submissionId}`,
  eq(jobs.type, "send-mail"),
  eq(jobs.subject, mailOutbox.id),
] as const;

const HOUR_MS = 3_600_000;

/**
 * Requeues mails that were written without a mail server or held by the limit, if still useful;
 * oldest first, at most 100.
 * @param limit the setting MAIL_DAILY_LIMIT.
 * @returns the ids of their jobs.
 */
export async function requeueWaitingMails(db: Database, limit: number, now: Date) {
  const since = (kind: MailKind) =>
    new Date(now.getTime() - mailTraits(kind).usefulHours * HOUR_MS).toISOString();
  const isStillUseful = mailKinds.map((kind) =>
    and(eq(mailOutbox.kind, kind), gte(mailOutbox.createdAt, since(kind))),
  );
  const isWaiting = and(
    inArray(mailOutbox.state, ["waiting", "held"]),
    or(
      eq(mailOutbox.state, "waiting"),
      and(
        eq(mailOutbox.state, "held"),
        sql`NOT ${isStopped(outboxRecipient)}`,
        sql`${isUnderDailyLimit(outboxRecipient, limit, now)}`,
      ),
    ),
    ne(mailOutbox.textBody, ""),
    or(...isStillUseful),
    ...sendingJob,
    eq(jobs.state, "done"),
  );
  return requeue(db, isWaiting, "mail-server-set", { state: "waiting", lastError: null }, now);
}

/**
 * Retries delayed mails at once, since the mail server works again; oldest first, at most 100.
 * Resets their attempts.
 * @returns the ids of their jobs.
 */
export function requeueDelayedMails(db: Database, now: Date): Promise<string[]> {
  const isDelayed = and(
    eq(mailOutbox.state, "waiting"),
    ...sendingJob,
    ...[eq(jobs.state, "waiting"), gt(jobs.dueAt, now.toISOString())],
    // Those never tried wait for another reason: their cause can still be undone.
    gt(jobs.attempts, 0),
  );
  return requeue(db, isDelayed, "mail-server-back", { attempts: 0 }, now);
}

async function requeue(
  db: Database,
  condition: SQL | undefined,
  reason: string,
  values: Partial<typeof mailOutbox.$inferInsert>,
  now: Date,
): Promise<string[]> {
  const timestamp = now.toISOString();
  // Crossed, so that the few waiting mails are read first, and not all jobs that are done.
  const ids = sql`SELECT ${jobs.id} FROM ${mailOutbox} CROSS JOIN ${jobs} ON ${condition}
    ORDER BY ${mailOutbox.createdAt} LIMIT ${MAX_REQUEUED}`;
  const subjects = sql`SELECT ${jobs.subject} FROM ${jobs} WHERE ${jobs.id} IN (${ids})`;
  const [, , requeuedJobs] = await db.batch([
    // One transaction; each statement finds the same jobs, which change last.
    db.update(mailOutbox).set(values).where(sql`${mailOutbox.id} IN (${subjects})`),
    db.insert(jobEvents).select(
      sql`SELECT NULL, ${jobs.id}, 0, 'run-again', ${reason}, NULL, NULL, NULL, ${timestamp},
        NULL, NULL FROM ${jobs} WHERE ${jobs.id} IN (${ids})`,
    ),
    db
      .update(jobs)
      .set({ state: "waiting", attempts: 0, rounds: 0, dueAt: null, updatedAt: timestamp })
      .where(sql`${jobs.id} IN (${ids})`)
      .returning({ id: jobs.id }),
  ]);
  return requeuedJobs.map(({ id }) => id);
}
