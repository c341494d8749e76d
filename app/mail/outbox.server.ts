import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Ids, randomIds } from "~/platform/ids";
import { jobValues } from "~/platform/jobs/job-store.server";
import { jobs } from "~/platform/jobs/tables.server";
import type { Mail } from "./mail";
import { mailOutbox } from "./tables.server";

export type QueuedMail = typeof mailOutbox.$inferSelect;

/**
 * The statements that put a mail into the outbox and record the job that sends it, for the batch of
 * the change that causes them. Of a mail that is there already they write nothing.
 */
export function mailStatements(db: Database, mail: Mail, now: Date, ids: Ids) {
  const { text, html, ...rest } = mail;
  const [mailId, jobId, at] = [ids.next(now), ids.next(now), now.toISOString()];
  const insertMail = db
    .insert(mailOutbox)
    .values({ id: mailId, ...rest, textBody: text, htmlBody: html, createdAt: at })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ id: mailOutbox.id });
  // Selected from the outbox: a mail that was there before brings no second job. Its
  // log lines lead back to the request that the submission came by.
  const requestId = sql`(SELECT ${jobs.requestId} FROM ${jobs}
    WHERE ${jobs.submissionId} = ${mailOutbox.submissionId} LIMIT 1)`;
  const about = { submissionId: sql`submission_id`, subject: sql`id`, requestId };
  const values = jobValues({ id: jobId, type: "send-mail", ...about, at: now });
  const insertMailJob = db
    .insert(jobs)
    .select(sql`SELECT ${values} FROM ${mailOutbox} WHERE id = ${mailId}`);
  return { mailId, jobId, statements: [insertMail, insertMailJob] as const };
}

/** What was written: ids of the mail and of the job that sends it, for `sendJobs`. */
export interface Written {
  mailId: string;
  jobId: string;
}

/**
 * Puts a mail and its job into the outbox, once per occasion.
 * @returns what this call wrote; undefined when a mail of the same dedupe key was there before.
 */
export async function queueMail(
  db: Database,
  mail: Mail,
  now: Date,
  ids: Ids = randomIds,
): Promise<Written | undefined> {
  const { mailId, jobId, statements } = mailStatements(db, mail, now, ids);
  const [written] = await db.batch(statements);
  return written.length > 0 ? { mailId, jobId } : undefined;
}

/** Whether a mail of this occasion was ever queued. */
export async function isQueued(db: Database, dedupeKey: string): Promise<boolean> {
  return (await db.$count(mailOutbox, eq(mailOutbox.dedupeKey, dedupeKey))) > 0;
}

/** A mail, and the job that sends it. */
export type ListedMail = QueuedMail & { jobId: string | null };

/** The latest mails, newest first. @param state of those alone. */
export async function listMails(db: Database, limit = 100, state?: string): Promise<ListedMail[]> {
  const sender = and(
    sql`${jobs.submissionId} IS ${mailOutbox.submissionId}`,
    eq(jobs.type, "send-mail"),
    eq(jobs.subject, mailOutbox.id),
  );
  const rows = await db
    .select({ mail: mailOutbox, jobId: jobs.id })
    .from(mailOutbox)
    .leftJoin(jobs, sender)
    .where(state === undefined ? undefined : eq(mailOutbox.state, state))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit);
  return rows.map(({ mail, jobId }) => ({ ...mail, jobId }));
}
