import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import type { Settings } from "~/platform/settings";
import { isWanted } from "./artist-choice.server";
import type { Mail, MailKind } from "./mail";
import { fateOf, type MailFate, type MailOutlook, mailFates } from "./mail-fate";
import { isStopped, mayHaveMore } from "./mail-limit.server";
import { mailOutbox } from "./mail-tables.server";
import { addressKey, mailboxKey } from "./mailbox";

const rowsSchema = v.array(v.object({ fate: v.picklist(mailFates) }));

/**
 * What would become of mails of one kind, each for itself, were they written now: the conditions are
 * those by which the outbox decides. One statement for all of them.
 */
export async function fatesOf(
  db: Database,
  kind: MailKind,
  mails: readonly Pick<Mail, "recipient" | "submissionId">[],
  { dailyLimit }: { dailyLimit: number },
  now: Date,
): Promise<MailFate[]> {
  if (mails.length === 0) return [];
  const questions = mails.map(({ recipient, submissionId }) => ({
    ...{ address: addressKey(recipient), mailbox: mailboxKey(recipient) },
    submissionId: submissionId ?? null,
  }));
  const field = (name: keyof (typeof questions)[number]) =>
    sql`json_extract(asked.value, ${`$.${name}`})`;
  const to = { kind: sql`${kind}`, address: field("address"), mailbox: field("mailbox") };
  const wants = isWanted(kind, { address: to.address, submissionId: field("submissionId") });
  const rows = await db.all(sql`SELECT CASE WHEN NOT (${wants}) THEN 'unwanted'
      WHEN ${isStopped(to)} THEN 'stopped'
      WHEN ${mayHaveMore(to, dailyLimit, now)} THEN 'waiting' ELSE 'held' END AS fate
    FROM json_each(${JSON.stringify(questions)}) AS asked ORDER BY asked.key`);
  return v.parse(rowsSchema, rows).map(({ fate }) => fate);
}

/** What a page may say of the mail of an occasion, whether it is written yet or about to be. */
export async function outlookOf(
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
    ? [fateOf(row.state)]
    : await fatesOf(db, mail.kind, [mail], { dailyLimit }, now);
  return { sendsMail: fate === "waiting", mailHeld: fate === "held" || fate === "stopped" };
}
