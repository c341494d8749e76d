import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import type { Settings } from "~/platform/settings";
import type { Mail } from "./mail";
import type { MailKind } from "./mail-kinds";
import { isStopped, isUnderDailyLimit } from "./mail-limit.server";
import { type MailOutcome, type MailOutlook, mailOutcomeOf, mailOutcomes } from "./mail-outcome";
import { isMailAllowed } from "./mail-preference.server";
import { mailOutbox } from "./mail-tables.server";
import { addressKey, mailboxKey } from "./mailbox";

const rowsSchema = v.array(v.object({ outcome: v.picklist(mailOutcomes) }));

/** Predicts the outcome of each mail by the conditions of the outbox, in one statement. */
export async function predictOutcomes(
  db: Database,
  kind: MailKind,
  mails: readonly Pick<Mail, "recipient" | "submissionId">[],
  { dailyLimit }: { dailyLimit: number },
  now: Date,
): Promise<MailOutcome[]> {
  if (mails.length === 0) return [];
  const mailFields = mails.map(({ recipient, submissionId }) => ({
    address: addressKey(recipient),
    mailbox: mailboxKey(recipient),
    submissionId: submissionId ?? null,
  }));
  const field = (name: keyof (typeof mailFields)[number]) =>
    sql`json_extract(asked.value, ${`$.${name}`})`;
  const destination = {
    ...{ kind: sql`${kind}`, address: field("address"), mailbox: field("mailbox") },
    requester: sql`'anybody'`,
  };
  const isAllowed = isMailAllowed(kind, {
    address: destination.address,
    submissionId: field("submissionId"),
  });
  const rows = await db.all(sql`SELECT CASE WHEN NOT (${isAllowed}) THEN 'unwanted'
      WHEN ${isStopped(destination)} THEN 'stopped'
      WHEN ${isUnderDailyLimit(destination, dailyLimit, now)} THEN 'waiting' ELSE 'held' END AS outcome
    FROM json_each(${JSON.stringify(mailFields)}) AS asked ORDER BY asked.key`);
  return v.parse(rowsSchema, rows).map(({ outcome }) => outcome);
}

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
  // The job that writes it may run after the page is rendered.
  const [outcome] = row
    ? [mailOutcomeOf(row.state)]
    : await predictOutcomes(db, mail.kind, [mail], { dailyLimit }, now);
  return {
    sendsMail: outcome === "waiting",
    mailHeld: outcome === "held" || outcome === "stopped",
  };
}
