import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import type { Settings } from "~/platform/settings";
import type { Mail, MailKind } from "./mail";
import { isStopped, isUnderDailyLimit } from "./mail-limit.server";
import { type MailOutcome, type MailOutlook, mailOutcomeOf, mailOutcomes } from "./mail-outcome";
import { isMailAllowed } from "./mail-preference.server";
import { mailOutbox } from "./mail-tables.server";
import { addressKey, mailboxKey } from "./mailbox";

const rowsSchema = v.array(v.object({ fate: v.picklist(mailOutcomes) }));

/**
 * What would become of mails of one kind, each for itself, were they written now: the conditions are
 * those by which the outbox decides. One statement for all of them.
 */
export async function predictOutcomes(
  db: Database,
  kind: MailKind,
  mails: readonly Pick<Mail, "recipient" | "submissionId">[],
  { dailyLimit }: { dailyLimit: number },
  now: Date,
): Promise<MailOutcome[]> {
  if (mails.length === 0) return [];
  const questions = mails.map(({ recipient, submissionId }) => ({
    address: addressKey(recipient),
    mailbox: mailboxKey(recipient),
    submissionId: submissionId ?? null,
  }));
  const field = (name: keyof (typeof questions)[number]) =>
    sql`json_extract(asked.value, ${`$.${name}`})`;
  const to = { kind: sql`${kind}`, address: field("address"), mailbox: field("mailbox") };
  const wants = isMailAllowed(kind, { address: to.address, submissionId: field("submissionId") });
  const rows = await db.all(sql`SELECT CASE WHEN NOT (${wants}) THEN 'unwanted'
      WHEN ${isStopped(to)} THEN 'stopped'
      WHEN ${isUnderDailyLimit(to, dailyLimit, now)} THEN 'waiting' ELSE 'held' END AS fate
    FROM json_each(${JSON.stringify(questions)}) AS asked ORDER BY asked.key`);
  return v.parse(rowsSchema, rows).map(({ fate }) => fate);
}

/** What a page may say of the mail of an occasion, whether it is written yet or about to be. */
export async function predictMail(
  db: Database,
  mail: Pick<Mail, "dedupeKey" | "kind" | "recipient" | "submissionId">,
  { SMTP_HOST, MAIL_DAILY_LIMIT: dailyLimit }: Pick<Settings, "SMTP_HOST" | "MAIL_DAILY_LIMIT">,
  now: Date,
): Promise<MailOutlook> {
  if (SMTP_HOST === undefined) return { sendsMail: false, mailHeld: false };
  const { state } = mailOutbox;
  const [row] = await db
    .select({ state })
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, mail.dedupeKey));
  if (row?.state === "failed") return { sendsMail: false, mailHeld: false };
  // The job that writes it may be a moment behind the page.
  const [fate] = row
    ? [mailOutcomeOf(row.state)]
    : await predictOutcomes(db, mail.kind, [mail], { dailyLimit }, now);
  return { sendsMail: fate === "waiting", mailHeld: fate === "held" || fate === "stopped" };
}
