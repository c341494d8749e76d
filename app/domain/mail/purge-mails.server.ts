import { and, isNull, lt, ne, or, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { MAIL_LINK_DAYS } from "./mail-page.server";
import { mailAddresses, mailOutbox } from "./mail-tables.server";

const RETENTION_DAYS = 90;

/**
 * Empties mails after 90 days, and deletes those without a submission. Rows of submissions stay,
 * so that their mails are not written a second time.
 */
export async function purgeOldMails(db: Database, now: Date): Promise<void> {
  const isOld = lt(mailOutbox.createdAt, addDays(now, -RETENTION_DAYS).toISOString());
  const isStopped = sql`EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = mail_outbox.mailbox AND known.stopped_at IS NOT NULL)`;
  await db.batch([
    db.delete(mailOutbox).where(and(isOld, isNull(mailOutbox.submissionId), sql`NOT ${isStopped}`)),
    db
      .update(mailOutbox)
      .set({ textBody: "", htmlBody: "" })
      .where(and(isOld, ne(mailOutbox.textBody, ""))),
  ]);
}

/**
 * Deletes verifications and stops once their links have expired, after three years. A stop stays
 * while mails to the mailbox are newer.
 */
export async function purgeOldAddresses(db: Database, now: Date): Promise<void> {
  const { verifiedAt, stoppedAt, createdAt } = mailAddresses;
  const before = addDays(now, -MAIL_LINK_DAYS).toISOString();
  const hasRecentMail = sql`EXISTS (SELECT 1 FROM mail_outbox AS late
    WHERE late.mailbox = mail_addresses.address AND late.created_at >= ${before})`;
  const isOld = sql`coalesce(${verifiedAt}, ${createdAt}) < ${before}`;
  await db
    .delete(mailAddresses)
    .where(
      and(isOld, or(isNull(stoppedAt), and(lt(stoppedAt, before), sql`NOT ${hasRecentMail}`))),
    );
}
