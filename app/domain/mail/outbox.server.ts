import { eq, type SQL, sql } from "drizzle-orm";
import { insertFixLink } from "~/domain/submission/record/fix-links.server";
import { signedStatusPath } from "~/domain/submission/record/status-page";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { type Database, type NewRow, rowValues, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import type { Mail } from "./mail";
import { withMailFooter } from "./mail-footer";
import { isSecretKind, mailTraits } from "./mail-kinds";
import {
  HELD_TEXT,
  isStopped,
  isUnderDailyLimit,
  isVerified,
  isVerifiedAddress,
  STOPPED_TEXT,
} from "./mail-limit.server";
import { mailPageUrl } from "./mail-page.server";
import { hasAccount, isMailAllowed } from "./mail-preference.server";
import { mailOutbox } from "./mail-tables.server";
import { withFixToken } from "./own-links";
import { accountOf, resolveRecipient } from "./recipient.server";

export type QueuedMail = typeof mailOutbox.$inferSelect;

export interface MailRules {
  /** Origin of the site, for the footer link. */
  site: string;
  /** The setting SIGNING_SECRET. */
  secret: string;
  /** The setting MAIL_DAILY_LIMIT. */
  dailyLimit: number;
}

/**
 * - `queued`: inserted with the job that sends it (for `sendJobs`); `state` is waiting, held or stopped.
 * - `known`: a mail with this key exists, or none was wanted.
 * - `refused`: not written, since it would be useless later: the address has had its mails of the
 *   day, or its reader has stopped them. No page tells strangers, who could probe addresses by it.
 */
export type QueueResult =
  | { kind: "queued"; mailId: string; jobId: string; state: string }
  | { kind: "known" }
  | { kind: "refused" };

/**
 * Inserts a mail unless its key exists. The statement checks the limits, so that concurrent calls
 * cannot exceed them.
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
  const { kind, subject, plainSubject, requester = "anybody" } = mail;
  const { from, limit, textBody, htmlBody } = content;
  const destination = {
    kind: sql`${kind}`,
    address: sql`goes.address`,
    mailbox: sql`goes.mailbox`,
    requester: sql`${requester}`,
  };
  const [isStoppedMail, isUnderLimit] = [
    isStopped(destination),
    isUnderDailyLimit(destination, limit, now),
  ];
  const body = (text: string) =>
    isSecretKind(kind) ? sql`CASE WHEN ${isStoppedMail} THEN '' ELSE ${text} END` : sql`${text}`;
  const values: NewRow<typeof mailOutbox> = {
    id: content.id,
    dedupeKey: mail.dedupeKey,
    kind,
    recipient: sql`goes.recipient`,
    address: destination.address,
    mailbox: destination.mailbox,
    submissionId: mail.submissionId ?? null,
    artistId:
      mail.artistId ?? accountOf({ address: destination.address, recipient: sql`goes.recipient` }),
    subject: sql`CASE WHEN ${isVerified(destination)} THEN ${subject} ELSE ${plainSubject} END`,
    textBody: body(textBody),
    htmlBody: body(htmlBody),
    state: sql`CASE WHEN ${isStoppedMail} THEN 'stopped' WHEN ${isUnderLimit} THEN 'waiting' ELSE 'held' END`,
    lastError: sql`CASE WHEN ${isStoppedMail} THEN ${STOPPED_TEXT} WHEN ${isUnderLimit} THEN NULL ELSE ${HELD_TEXT} END`,
    createdAt: now.toISOString(),
    attachmentKey: mail.attachmentKey ?? null,
    requester,
  };
  const valueList = rowValues(mailOutbox, values);
  const isUseful = mailTraits(kind).isUrgent
    ? sql`NOT ${isStoppedMail} AND ${isUnderLimit}`
    : sql`TRUE`;
  const preferenceFields = {
    address: destination.address,
    submissionId: sql`${mail.submissionId ?? null}`,
  };
  return db
    .insert(mailOutbox)
    .select(
      sql`SELECT ${valueList} FROM ${from}
        WHERE ${isUseful} AND ${isMailAllowed(kind, preferenceFields)} AND ${content.when}`,
    )
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ state: mailOutbox.state });
}

function insertMailJob(db: Database, mailId: string, now: Date, ids: Ids) {
  const jobId = ids.next(now);
  // Links its log lines to the request that submitted.
  const requestId = sql`(SELECT ${jobs.requestId} FROM ${jobs}
    WHERE ${jobs.submissionId} = ${mailOutbox.submissionId} LIMIT 1)`;
  const jobFields = { submissionId: sql`submission_id`, subject: sql`id`, requestId };
  const values = jobValues({ id: jobId, type: "send-mail", ...jobFields, at: now });
  const statement = db
    .insert(jobs)
    .select(sql`SELECT ${values} FROM ${mailOutbox} WHERE id = ${mailId}`);
  return { jobId, statement };
}

/**
 * The statements that insert a mail and its job, for the batch of the event; the first returns the
 * mail's state.
 * @param when a condition; where it does not hold in that batch, nothing is written.
 */
export async function mailStatements(
  db: Database,
  mail: Mail,
  rules: MailRules,
  { now, ids, when = sql`TRUE` }: { now: Date; ids: Ids; when?: SQL | undefined },
) {
  const { dailyLimit: limit } = rules;
  const mailId = ids.next(now);
  const { address, from } = await resolveRecipient(db, mail);
  const page = await mailPageUrl(rules, mailId, now);
  const verified = await isVerifiedAddress(db, address);
  const choices = (await hasAccount(db, address)) ? `${rules.site}/edit-profile/mails` : undefined;
  const { submissionId = "", fixLink } = mail;
  const status = mail.hasStatusLink
    ? rules.site + (await signedStatusPath(rules.secret, submissionId, now))
    : undefined;
  const token = fixLink && ids.secret();
  const { text, html } = withMailFooter(mail, { page, verified, choices, status });
  const body = (written: string) => (token ? withFixToken(written, rules.site, token) : written);
  const content = { from, textBody: body(text), htmlBody: body(html) };
  const { jobId, statement } = insertMailJob(db, mailId, now, ids);
  const insert = insertMail(db, mail, { id: mailId, ...content, limit, when }, now);
  const isWritten = sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE ${eq(mailOutbox.id, mailId)})`;
  const linkStatements =
    token && fixLink
      ? [
          insertFixLink(
            db,
            { tokenHash: await sha256Hex(token), submissionId, kind: fixLink },
            now,
            isWritten,
          ),
        ]
      : [];
  const statements = [insert, statement, ...linkStatements] as const;
  return { mailId, jobId, statements };
}

export type MailBatchStatements = (mailId: string, isInserted: SQL) => Statement;

/**
 * Queues a mail once, within the limits of its address.
 * @param extraStatement runs in the same batch.
 * @param when a condition; where it does not hold in that batch, nothing is written.
 */
export async function queueMail(
  db: Database,
  mail: Mail,
  rules: MailRules,
  now: Date,
  ids: Ids,
  extraStatement?: MailBatchStatements,
  when?: SQL,
): Promise<QueueResult> {
  const { mailId, jobId, statements } = await mailStatements(db, mail, rules, {
    now,
    ids,
    when,
  });
  const isInserted = sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE ${eq(mailOutbox.id, mailId)})`;
  const extraStatements = extraStatement ? [extraStatement(mailId, isInserted)] : [];
  const [[row]] = await db.batch([...statements, ...extraStatements]);
  if (row) return { kind: "queued", mailId, jobId, state: row.state };
  return { kind: when || (await isQueued(db, mail.dedupeKey)) ? "known" : "refused" };
}

export async function isQueued(db: Database, dedupeKey: string): Promise<boolean> {
  return (await db.$count(mailOutbox, eq(mailOutbox.dedupeKey, dedupeKey))) > 0;
}
