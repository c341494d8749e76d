import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { type Database, textListSql } from "~/platform/database.server";
import { TEAM_KINDS } from "./mail-kinds";
import { type TroubledMail, troubledStates } from "./mail-trouble";
import { waitingListMailKey } from "./waiting-list-mail";

const text = v.string();
const rowSchema = v.object({
  itemId: text,
  id: text,
  kind: text,
  subject: text,
  recipient: text,
  state: v.picklist(troubledStates),
  lastError: v.nullable(text),
  jobId: v.nullable(text),
});

const columns = sql`entry.value AS itemId, mail.id, mail.kind, mail.subject, mail.recipient,
  mail.state, mail.last_error AS lastError,
  (SELECT job.id FROM jobs AS job WHERE job.submission_id IS mail.submission_id
    AND job.type = 'send-mail' AND job.subject = mail.id) AS jobId`;

/** Tried and not sent; a mail that waits for its first attempt is in no trouble. */
const isTroubled = sql`(mail.state IN ('held', 'failed', 'unconfirmed')
    OR (mail.state = 'waiting' AND mail.attempts > 0 AND mail.last_error IS NOT NULL))
  AND mail.kind NOT IN ${textListSql(TEAM_KINDS)}`;

/** A later one of its kind has reached the same reader, so nobody misses it. */
const isReplaced = sql`EXISTS (SELECT 1 FROM mail_outbox AS later
  WHERE later.submission_id = mail.submission_id AND later.kind = mail.kind
  AND later.mailbox = mail.mailbox AND later.state = 'sent' AND later.created_at > mail.created_at)`;

const waitingListKeySql = (itemId: SQL) => sql`${waitingListMailKey("")} || ${itemId}`;

/** The condition that it takes somebody of the staff to send a mail of an entry; as `needsStaff`. */
export function hasFailedMailSql(itemId: SQL): SQL {
  const isFailed = sql`mail.state IN ('failed', 'unconfirmed') AND ${isTroubled}`;
  return sql`(EXISTS (SELECT 1 FROM mail_outbox AS mail WHERE mail.submission_id = ${itemId}
      AND ${isFailed} AND NOT ${isReplaced})
    OR EXISTS (SELECT 1 FROM mail_outbox AS mail WHERE mail.dedupe_key = ${waitingListKeySql(itemId)}
      AND ${isFailed}))`;
}

/**
 * The mails of entries of the queue that were tried and have not gone out, by entry, the latest
 * first; mails to the team left out.
 */
export async function troubledMailsOf(
  db: Database,
  itemIds: readonly string[],
): Promise<Map<string, TroubledMail[]>> {
  const entries = sql`${textListSql(itemIds)} AS entry`;
  const rows = await db.all(sql`SELECT ${columns} FROM ${entries}
      CROSS JOIN mail_outbox AS mail ON mail.submission_id = entry.value
      WHERE ${isTroubled} AND NOT ${isReplaced}
    UNION ALL SELECT ${columns} FROM ${entries}
      CROSS JOIN mail_outbox AS mail ON mail.dedupe_key = ${waitingListKeySql(sql`entry.value`)}
      WHERE ${isTroubled}
    ORDER BY 2 DESC`);
  const mails = v.parse(v.array(rowSchema), rows);
  return new Map(
    itemIds.map((id) => [
      id,
      mails.filter(({ itemId }) => itemId === id).map(({ itemId: _, ...mail }) => mail),
    ]),
  );
}
