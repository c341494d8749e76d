import { and, eq, gt, gte, ne, or, type SQL, sql } from "drizzle-orm";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import { type MailKind, mailKinds } from "./mail";
import { isStopped, isUnderDailyLimit, outboxRecipient } from "./mail-limit.server";
import { mailOutbox } from "./mail-tables.server";

/** For how many hours after it was written a mail is still of use to whoever gets it. */
const USEFUL_HOURS: Record<MailKind, number> = {
  // Until the reply is due, which it names.
  confirmation: 14 * 24,
  "waiting-list": 14 * 24,
  "resume-link": 24,
  // Its link works for minutes.
  "sign-in-link": 0.2,
  "confirm-link": 0.2,
  // Its link works for a day.
  "new-email": 12,
  // Whoever reads it may have to act.
  "email-changed": 7 * 24,
  "token-made": 7 * 24,
  // A text with a secret in it is forgotten after 14 days.
  account: 13 * 24,
  invitation: 13 * 24,
  "returning-link": 13 * 24,
  "status-change": 3 * 24,
  // The draft ends two days after it was written.
  "draft-expiry": 24,
  "split-request": 13 * 24,
  "split-reminder": 13 * 24,
  "split-dispute": 7 * 24,
  "deletion-asked": 7 * 24,
  "data-deleted": 13 * 24,
  "overdue-alert": 24,
  "staff-alert": 7 * 24,
};

/** As many as one call to the queue takes. */
export const MAX_REQUEUED = 100;

/** The conditions for a mail and the job that sends it. */
const sendingJob = [
  sql`${jobs.submissionId} IS ${mailOutbox.submissionId}`,
  eq(jobs.type, "send-mail"),
  eq(jobs.subject, mailOutbox.id),
] as const;

const HOUR_MS = 3_600_000;

/**
 * Wakes the mails that were written while there was no mail server, or held back while their address
 * had had enough, as far as they are still of use; the oldest first, at most 100: their jobs had
 * nothing to do and are to run again.
 * @param limit the setting MAIL_DAILY_LIMIT.
 * @returns the ids of their jobs, for the queue.
 */
export async function requeueWaitingMails(
  db: Database,
  limit: number,
  now: Date,
): Promise<string[]> {
  const since = (kind: MailKind) =>
    new Date(now.getTime() - USEFUL_HOURS[kind] * HOUR_MS).toISOString();
  const useful = mailKinds.map((kind) =>
    and(eq(mailOutbox.kind, kind), gte(mailOutbox.createdAt, since(kind))),
  );
  const asleep = and(
    or(
      eq(mailOutbox.state, "waiting"),
      and(
        eq(mailOutbox.state, "held"),
        sql`NOT ${isStopped(outboxRecipient)}`,
        sql`${isUnderDailyLimit(outboxRecipient, limit, now)}`,
      ),
    ),
    ne(mailOutbox.textBody, ""),
    or(...useful),
    ...sendingJob,
    eq(jobs.state, "done"),
  );
  return wake(db, asleep, "mail-server-set", { state: "waiting", lastError: null }, now);
}

/**
 * Has the mails tried at once that wait for their next try, since their mail server answers again; the oldest
 * first, at most 100. Their tries begin anew: those before were no fault of theirs.
 * @returns the ids of their jobs, for the queue.
 */
export function requeueDelayedMails(db: Database, now: Date): Promise<string[]> {
  const isDelayed = and(
    eq(mailOutbox.state, "waiting"),
    ...sendingJob,
    ...[eq(jobs.state, "waiting"), gt(jobs.dueAt, now.toISOString())],
  );
  return wake(db, isDelayed, "mail-server-back", { attempts: 0 }, now);
}

/** Has the jobs of such mails run again at once, with `values` for the mails. */
async function wake(
  db: Database,
  asleep: SQL | undefined,
  reason: string,
  values: Partial<typeof mailOutbox.$inferInsert>,
  now: Date,
): Promise<string[]> {
  const at = now.toISOString();
  const ids = sql`SELECT ${jobs.id} FROM ${mailOutbox} JOIN ${jobs} ON ${asleep}
    ORDER BY ${mailOutbox.createdAt} LIMIT ${MAX_REQUEUED}`;
  const subjects = sql`SELECT ${jobs.subject} FROM ${jobs} WHERE ${jobs.id} IN (${ids})`;
  const [, , woken] = await db.batch([
    // All in one transaction; each statement finds the same jobs, since these rest until the last.
    db.update(mailOutbox).set(values).where(sql`${mailOutbox.id} IN (${subjects})`),
    db.insert(jobEvents).select(
      sql`SELECT NULL, ${jobs.id}, 0, 'run-again', ${reason}, NULL, NULL, NULL, ${at},
        NULL, NULL FROM ${jobs} WHERE ${jobs.id} IN (${ids})`,
    ),
    db
      .update(jobs)
      .set({ state: "waiting", attempts: 0, rounds: 0, dueAt: null, updatedAt: at })
      .where(sql`${jobs.id} IN (${ids})`)
      .returning({ id: jobs.id }),
  ]);
  return woken.map(({ id }) => id);
}
