import { and, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import { recordAttemptStatements } from "~/jobs/job-claims.server";
import { jobs } from "~/jobs/job-tables.server";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { findMail, type MailState, UNSENT } from "./mail-store.server";
import { mailOutbox } from "./mail-tables.server";

/**
 * What came of staff's wish to send a mail again. `again`: it goes out. `may-have-arrived`: they have
 * to say that a second copy does no harm. The others say why there is nothing to send.
 */
export type SentAgain =
  | "again"
  | "may-have-arrived"
  | "under-way"
  | "sent"
  | "text-gone"
  | "held"
  | "stopped"
  | "not-held"
  | "no-such-mail";

/**
 * Staff want a mail sent after all: one that failed, that waits because there was no mail server, or
 * that is unconfirmed. It keeps its Message-ID, by which mailboxes know a second copy. Its job is to
 * be handed to the queue afterwards.
 * @param jobId of the job that sends it.
 * @param by who wants it, for the job's story.
 * @param alongside what is written down in the same batch.
 * @param mayArriveTwice staff have asked the recipient: an unconfirmed mail, too, is sent.
 * @param release staff let a mail go that is held, and no other, although its address has had its mails of a
 * day.
 */
export async function sendMailAgain(
  db: Database,
  jobId: string,
  {
    mayArriveTwice = false,
    release = false,
    by,
    now,
    alongside = noExtraStatement(db),
  }: {
    mayArriveTwice?: boolean;
    release?: boolean;
    by: Staff;
    now: Date;
    alongside?: ExtraStatement;
  },
): Promise<SentAgain> {
  const ofMail = and(eq(jobs.id, jobId), eq(jobs.type, "send-mail"));
  const [job] = await db.select({ mailId: jobs.subject }).from(jobs).where(ofMail);
  if (!job) return "no-such-mail";
  const at = now.toISOString();
  const again: MailState[] = mayArriveTwice ? [...UNSENT, "unconfirmed"] : UNSENT;
  const states: MailState[] = release ? ["held"] : again;
  const sendable = (...of: MailState[]) =>
    and(eq(mailOutbox.id, job.mailId), inArray(mailOutbox.state, of), ne(mailOutbox.textBody, ""));
  const isAbandoned = and(eq(jobs.state, "running"), lt(jobs.leaseUntil, at));
  const idle = and(ofMail, or(inArray(jobs.state, ["done", "failed"]), isAbandoned));
  const anew = { state: "waiting", attempts: 0, lastError: null };
  // One transaction: mail and job change together or not at all.
  const isSendable = sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE ${sendable(...states)})`;
  const isIdle = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${idle})`;
  const [, , , , updatedJobs] = await db.batch([
    alongside(sql`${isSendable} AND ${isIdle}`),
    ...recordAttemptStatements(
      db,
      jobId,
      { attempt: 0, outcome: "run-again", at: now, by },
      and(idle, isSendable) ?? idle,
    ),
    db
      .update(mailOutbox)
      .set({ ...anew, ...(release && { releasedAt: at }) })
      .where(and(sendable(...states), isIdle)),
    db
      .update(jobs)
      .set({ ...anew, rounds: 0, dueAt: null, updatedAt: at })
      .where(and(idle, sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE ${sendable("waiting")})`))
      .returning({ id: jobs.id }),
  ]);
  return updatedJobs.length > 0 ? "again" : whyNot(db, job.mailId, release);
}

async function whyNot(
  db: Database,
  mailId: string,
  release: boolean,
): Promise<Exclude<SentAgain, "again">> {
  const mail = await findMail(db, mailId);
  if (!mail) return "no-such-mail";
  if (release && mail.state !== "held") return "not-held";
  if (mail.state === "sent" || mail.state === "held" || mail.state === "stopped") return mail.state;
  if (mail.textBody === "") return "text-gone";
  return mail.state === "unconfirmed" ? "may-have-arrived" : "under-way";
}
