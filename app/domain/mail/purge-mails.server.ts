import { and, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { MAIL_LINK_DAYS } from "./mail-page.server";
import { mailAddresses, mailOutbox } from "./mail-tables.server";

const RETENTION_DAYS = 90;

/** In the words of the index `mail_outbox_with_text`. */
export const hasText: SQL = sql`"mail_outbox"."text_body" <> ''`;

/** The statement that takes persons out of mails. The rows stay, so that none is sent a second time. */
export const emptyMailsStatement = (db: Database, condition: SQL | undefined) =>
  db
    .update(mailOutbox)
    .set({
      ...{ recipient: "", address: "", mailbox: "", artistId: null },
      ...{ subject: "", textBody: "", htmlBody: "" },
    })
    .where(condition);

/** Each kind of mail that still has a text, read from the index one by one instead of all mails. */
const kindsWithText = sql`(WITH RECURSIVE kinds(kind) AS (
  SELECT min(kind) FROM mail_outbox WHERE text_body <> '' UNION ALL
  SELECT (SELECT min(later.kind) FROM mail_outbox AS later
    WHERE later.text_body <> '' AND later.kind > kinds.kind)
  FROM kinds WHERE kinds.kind IS NOT NULL) SELECT kind FROM kinds)`;

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
      .where(and(inArray(mailOutbox.kind, kindsWithText), isOld, hasText)),
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
