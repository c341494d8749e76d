import { and, isNull, lt, ne, or, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { MAIL_LINK_DAYS } from "./mail-page.server";
import { mailAddresses, mailOutbox } from "./mail-tables.server";

const KEPT_DAYS = 90;

/**
 * Empties the texts of mails that were written 90 days ago, and forgets those that belong to no
 * submission. What a submission's mails were about, and where they went, stays with it: a mail
 * that is forgotten could be written a second time.
 */
export async function forgetOldMails(db: Database, now: Date): Promise<void> {
  const old = lt(mailOutbox.createdAt, addDays(now, -KEPT_DAYS).toISOString());
  const isStopped = sql`EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = mail_outbox.mailbox AND known.stopped_at IS NOT NULL)`;
  await db.batch([
    db.delete(mailOutbox).where(and(old, isNull(mailOutbox.submissionId), sql`NOT ${isStopped}`)),
    db
      .update(mailOutbox)
      .set({ textBody: "", htmlBody: "" })
      .where(and(old, ne(mailOutbox.textBody, ""))),
  ]);
}

/**
 * Forgets what an address has told us by the time that the link dies by which it did, three years
 * later: that somebody reads it, or that our mails are unwanted. A stop stays where a mail was to go
 * to its mailbox since.
 */
export async function forgetOldAddresses(db: Database, now: Date): Promise<void> {
  const { verifiedAt, stoppedAt, createdAt } = mailAddresses;
  const before = addDays(now, -MAIL_LINK_DAYS).toISOString();
  const hasLate = sql`EXISTS (SELECT 1 FROM mail_outbox AS late
    WHERE late.mailbox = mail_addresses.address AND late.created_at >= ${before})`;
  const isOld = sql`coalesce(${verifiedAt}, ${createdAt}) < ${before}`;
  await db
    .delete(mailAddresses)
    .where(and(isOld, or(isNull(stoppedAt), and(lt(stoppedAt, before), sql`NOT ${hasLate}`))));
}
