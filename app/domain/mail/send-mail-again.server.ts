import { and, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import { recordAttemptStatements } from "~/jobs/job-claims.server";
import { jobs } from "~/jobs/job-tables.server";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { findMail, type MailState, UNSENT } from "./mail-store.server";
import { mailOutbox } from "./mail-tables.server";

/**
 * `again`: queued. `may-have-arrived`: needs confirmation that a duplicate is harmless. All
 * others: why it was not queued.
 */
export type SentAgain =
  | "again"
  | "may-have-arrived"
  | "under-way"
  | "sent"
  | "text-gone"
  | "held"
  | "stopped"
  | "dropped"
  | "not-held"
  | "no-such-mail";

/**
 * Sends a failed, waiting or unconfirmed mail again. It keeps its Message-ID, by which mailboxes
 * recognize duplicates. The caller queues its job.
 * @param jobId of the job that sends it.
 * @param options `by`: for the job's history; `extraStatement` runs in the same batch;
 * `mayArriveTwice`: also send an unconfirmed mail; `release`: send a held mail, and no other, in
 * spite of the limit.
 */
export async function sendMailAgain(
  db: Database,
  jobId: string,
  {
    allowDuplicate = false,
    release = false,
    by,
    now,
    extraStatement = noExtraStatement(db),
  }: {
    allowDuplicate?: boolean;
    release?: boolean;
    by: Staff;
    now: Date;
    extraStatement?: ExtraStatement;
  },
): Promise<SentAgain> {
  const isMailJob = and(eq(jobs.id, jobId), eq(jobs.type, "send-mail"));
  const [job] = await db.select({ mailId: jobs.subject }).from(jobs).where(isMailJob);
  if (!job) return "no-such-mail";
  const timestamp = now.toISOString();
  const resendableStates: MailState[] = allowDuplicate ? [...UNSENT, "unconfirmed"] : UNSENT;
  const states: MailState[] = release ? ["held"] : resendableStates;
  const hasSendableState = (...allowedStates: MailState[]) =>
    and(
      eq(mailOutbox.id, job.mailId),
      inArray(mailOutbox.state, allowedStates),
      ne(mailOutbox.textBody, ""),
    );
  const isAbandoned = and(eq(jobs.state, "running"), lt(jobs.leaseUntil, timestamp));
  const idleCondition = and(isMailJob, or(inArray(jobs.state, ["done", "failed"]), isAbandoned));
  const resetFields = { state: "waiting", attempts: 0, lastError: null };
  // Mail and job change together or not at all.
  const isSendable = sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE ${hasSendableState(...states)})`;
  const isIdle = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${idleCondition})`;
  const [, , , , updatedJobs] = await db.batch([
    extraStatement(sql`${isSendable} AND ${isIdle}`),
    ...recordAttemptStatements(
      db,
      jobId,
      { attempt: 0, outcome: "run-again", startedAt: now, staff: by },
      and(idleCondition, isSendable) ?? idleCondition,
    ),
    db
      .update(mailOutbox)
      .set({ ...resetFields, ...(release && { releasedAt: timestamp }) })
      .where(and(hasSendableState(...states), isIdle)),
    db
      .update(jobs)
      .set({ ...resetFields, rounds: 0, dueAt: null, updatedAt: timestamp })
      .where(
        and(
          idleCondition,
          sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE ${hasSendableState("waiting")})`,
        ),
      )
      .returning({ id: jobs.id }),
  ]);
  return updatedJobs.length > 0 ? "again" : refusalReason(db, job.mailId, release);
}

async function refusalReason(
  db: Database,
  mailId: string,
  release: boolean,
): Promise<Exclude<SentAgain, "again">> {
  const mail = await findMail(db, mailId);
  if (!mail) return "no-such-mail";
  if (release && mail.state !== "held") return "not-held";
  const settledStates = ["sent", "held", "stopped", "dropped"] as const;
  const settled = settledStates.find((state) => state === mail.state);
  if (settled) return settled;
  if (mail.textBody === "") return "text-gone";
  return mail.state === "unconfirmed" ? "may-have-arrived" : "under-way";
}
