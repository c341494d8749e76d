import { eq, type SQL, sql } from "drizzle-orm";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { type Database, type NewRow, rowValues, type Statement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { isSecretKind, type Mail, URGENT_KINDS } from "./mail";
import { withMailFooter } from "./mail-footer";
import {
  dailyLimitResetAt,
  HELD_TEXT,
  isStopped,
  isStoppedMailbox,
  isUnderDailyLimit,
  isVerified,
  isVerifiedAddress,
  STOPPED_TEXT,
} from "./mail-limit.server";
import { mailPageUrl } from "./mail-page.server";
import { hasAccount, isMailAllowed } from "./mail-preference.server";
import { mailOutbox } from "./mail-tables.server";
import { accountOf, resolveRecipient } from "./recipient.server";

export type QueuedMail = typeof mailOutbox.$inferSelect;

/** The rules by which mails are written, from the settings. */
export interface MailRules {
  /** The address of the site, without a path, for the link at the end of every mail. */
  site: string;
  /** The setting SIGNING_SECRET. */
  secret: string;
  /** The setting MAIL_DAILY_LIMIT. */
  dailyLimit: number;
}

/**
 * What became of a mail that was to be written.
 *
 * - `queued`: it is in the outbox with the job that sends it (for `sendJobs`). Its state is
 *   `waiting`; or `held`, since its address has had enough for today; or `stopped`.
 * - `known`: a mail of this occasion was written before.
 * - `limited`, `stopped`: not written, for kinds that are of no use later.
 */
export type QueueResult =
  | { kind: "queued"; mailId: string; jobId: string; state: string }
  | { kind: "known" }
  | { kind: "limited"; again: Date }
  | { kind: "stopped" };

const oneOf = (kinds: readonly string[], kind: string) => kinds.includes(kind);

/**
 * The statement that puts a mail into the outbox, unless a mail of its occasion is there. Whether it
 * may leave is decided in it, so that any number of calls at once get no more than the limit through.
 */
function insertMail(
  db: Database,
  mail: Mail,
  content: Pick<QueuedMail, "id" | "textBody" | "htmlBody"> & {
    from: SQL;
    limit: number;
    when: SQL;
  },
  now: Date,
) {
  const { kind, subject, plainSubject } = mail;
  const { from, limit, textBody, htmlBody } = content;
  const to = { kind: sql`${kind}`, address: sql`goes.address`, mailbox: sql`goes.mailbox` };
  const [isStoppedMail, free] = [isStopped(to), isUnderDailyLimit(to, limit, now)];
  const body = (text: string) =>
    isSecretKind(kind) ? sql`CASE WHEN ${isStoppedMail} THEN '' ELSE ${text} END` : sql`${text}`;
  const values: NewRow<typeof mailOutbox> = {
    id: content.id,
    dedupeKey: mail.dedupeKey,
    kind,
    recipient: sql`goes.recipient`,
    address: to.address,
    mailbox: to.mailbox,
    submissionId: mail.submissionId ?? null,
    artistId: mail.artistId ?? accountOf({ address: to.address, recipient: sql`goes.recipient` }),
    subject: sql`CASE WHEN ${isVerified(to)} THEN ${subject} ELSE ${plainSubject} END`,
    textBody: body(textBody),
    htmlBody: body(htmlBody),
    state: sql`CASE WHEN ${isStoppedMail} THEN 'stopped' WHEN ${free} THEN 'waiting' ELSE 'held' END`,
    messageId: null,
    attempts: 0,
    lastError: sql`CASE WHEN ${isStoppedMail} THEN ${STOPPED_TEXT} WHEN ${free} THEN NULL ELSE ${HELD_TEXT} END`,
    sendingSince: null,
    sentAt: null,
    releasedAt: null,
    createdAt: now.toISOString(),
  };
  const valueList = rowValues(mailOutbox, values);
  const useful = oneOf(URGENT_KINDS, kind) ? sql`NOT ${isStoppedMail} AND ${free}` : sql`TRUE`;
  const about = { address: to.address, submissionId: sql`${mail.submissionId ?? null}` };
  return db
    .insert(mailOutbox)
    .select(
      sql`SELECT ${valueList} FROM ${from}
        WHERE ${useful} AND ${isMailAllowed(kind, about)} AND ${content.when}`,
    )
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ state: mailOutbox.state });
}

/** The statement that records the job that sends a mail, where the mail is there. */
function insertMailJob(db: Database, mailId: string, now: Date, ids: Ids) {
  const jobId = ids.next(now);
  // Its log lines lead back to the request that the submission came by.
  const requestId = sql`(SELECT ${jobs.requestId} FROM ${jobs}
    WHERE ${jobs.submissionId} = ${mailOutbox.submissionId} LIMIT 1)`;
  const about = { submissionId: sql`submission_id`, subject: sql`id`, requestId };
  const values = jobValues({ id: jobId, type: "send-mail", ...about, at: now });
  const statement = db
    .insert(jobs)
    .select(sql`SELECT ${values} FROM ${mailOutbox} WHERE id = ${mailId}`);
  return { jobId, statement };
}

/**
 * The two statements that put a mail and the job that sends it into the outbox, for the batch of what
 * it tells of, and their ids; the first gives the mail's state where it was written.
 * @param when a condition; where it does not hold in that batch, there is no mail.
 */
export async function mailStatements(
  db: Database,
  mail: Mail,
  rules: MailRules,
  { now, ids, when = sql`TRUE` }: { now: Date; ids: Ids; when?: SQL },
) {
  const { dailyLimit: limit } = rules;
  const mailId = ids.next(now);
  const { address, mailbox, from } = await resolveRecipient(db, mail);
  const page = await mailPageUrl(rules, mailId, now);
  const verified = await isVerifiedAddress(db, address);
  const choices = (await hasAccount(db, address)) ? `${rules.site}/edit-profile/mails` : undefined;
  const { text, html } = withMailFooter(mail, { page, verified, choices });
  const content = { from, textBody: text, htmlBody: html };
  const { jobId, statement } = insertMailJob(db, mailId, now, ids);
  const insert = insertMail(db, mail, { id: mailId, ...content, limit, when }, now);
  return { mailId, jobId, mailbox, statements: [insert, statement] as const };
}

/** What is written in the batch of a mail, given its id and whether it is there. */
export type MailBatchStatements = (mailId: string, isThere: SQL) => Statement;

/**
 * Puts a mail and its job into the outbox, once per occasion, as far as its address may have it.
 * @param alongside what is written in the same batch, given the mail's id and whether it is there.
 */
export async function queueMail(
  db: Database,
  mail: Mail,
  rules: MailRules,
  now: Date,
  ids: Ids,
  alongside?: MailBatchStatements,
): Promise<QueueResult> {
  const { dailyLimit: limit } = rules;
  const { mailId, jobId, mailbox, statements } = await mailStatements(db, mail, rules, {
    now,
    ids,
  });
  const isThere = sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE ${eq(mailOutbox.id, mailId)})`;
  const more = alongside ? [alongside(mailId, isThere)] : [];
  const [[row]] = await db.batch([...statements, ...more]);
  if (row) return { kind: "queued", mailId, jobId, state: row.state };
  if (await isQueued(db, mail.dedupeKey)) return { kind: "known" };
  const again = await dailyLimitResetAt(db, { mailbox, kind: mail.kind }, limit, now);
  return (await isStoppedMailbox(db, mailbox)) ? { kind: "stopped" } : { kind: "limited", again };
}

/** Whether a mail of this occasion was ever queued. */
export async function isQueued(db: Database, dedupeKey: string): Promise<boolean> {
  return (await db.$count(mailOutbox, eq(mailOutbox.dedupeKey, dedupeKey))) > 0;
}
