import {
  and,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { invitations, returningLinks } from "~/domain/access/entry-tables.server";
import { anonymizeSigners, clearAuditDetails } from "~/domain/access/staff/audit.server";
import { staffPresence } from "~/domain/access/staff/desk-tables.server";
import {
  reasonUses,
  staffNotes,
  undoableDecisions,
} from "~/domain/access/staff/staff-tables.server";
import {
  artistLinks,
  artists,
  dataRequests,
  signatureRequests,
} from "~/domain/artists/artist-tables.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { emptyMailsStatement } from "~/domain/mail/purge-mails.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { type Ids, idBefore } from "~/platform/ids";
import { isAcceptedSubmission } from "./data-subject.server";
import { orphanDocumentsStatement } from "./orphaned-files.server";
import { ANSWER_DAYS, ARTIST_LINK_DAYS, RETENTION_YEARS, yearsBefore } from "./retention-periods";

const BATCH_SIZE = 500;

const endedBefore = (now: Date) => yearsBefore(now, RETENTION_YEARS.music).toISOString();

/**
 * Whether an accepted release is under an agreement, or was less than three years ago. The
 * agreement lasts as long as the account that owns the release or has its address.
 */
function isCovered(db: Database, now: Date): SQL {
  const isActive = or(isNull(artists.deletedAt), gt(artists.deletedAt, endedBefore(now)));
  const isUnjoined = and(
    isNull(submissions.artistId),
    sql`${artists.email} = lower(${submissions.email})`,
  );
  const account = db
    .select({ id: artists.id })
    .from(artists)
    .where(and(or(eq(artists.id, submissions.artistId), isUnjoined), isActive));
  return sql`(${isAcceptedSubmission} AND ${exists(account)})`;
}

/** Whether the music is no longer needed: never accepted, or the account ended long ago. */
function isMusicFree(db: Database, now: Date): SQL {
  const endedAccount = db
    .select({ id: artists.id })
    .from(artists)
    .where(and(eq(artists.id, submissions.artistId), lte(artists.deletedAt, endedBefore(now))));
  return sql`(NOT ${isAcceptedSubmission} OR ${exists(endedAccount)})`;
}

async function submissionsBefore(db: Database, before: Date, condition: SQL, limit: number) {
  const { id, createdAt } = submissions;
  const isOld = and(lt(id, idBefore(before)), lt(createdAt, before.toISOString()));
  const rows = await db
    .select({ id })
    .from(submissions)
    .where(and(condition, isOld))
    .orderBy(id)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Submissions past their retention, oldest first, except those under an agreement. */
export const expiredSubmissions = (db: Database, now: Date, limit: number) => {
  const before = yearsBefore(now, RETENTION_YEARS.submission);
  return submissionsBefore(db, before, sql`NOT ${isCovered(db, now)}`, limit);
};

export const expiredFiles = (db: Database, now: Date, limit: number) => {
  // Must match the expression of the partial index.
  const isFree = sql`"submissions"."files" <> '[]' AND ${isMusicFree(db, now)}`;
  return submissionsBefore(db, yearsBefore(now, RETENTION_YEARS.music), isFree, limit);
};

/** Must match the expression of the partial index. */
const hasEnded = sql`("artists"."status" <> 'Active' OR "artists"."deleted_at" IS NOT NULL)`;

/** Requests the deletion of accounts that staff ended two years ago. @returns how many. */
export async function deleteExpiredAccounts(db: Database, now: Date, ids: Ids): Promise<number> {
  const before = yearsBefore(now, RETENTION_YEARS.account).toISOString();
  const expiredAccounts = await db
    .select({ id: artists.id })
    .from(artists)
    .where(and(hasEnded, lt(artists.updatedAt, before), isNull(artists.deletedAt)))
    .limit(BATCH_SIZE);
  const timestamp = now.toISOString();
  const dueAt = addDays(now, ANSWER_DAYS).toISOString();
  for (const { id } of expiredAccounts)
    await db
      .insert(dataRequests)
      .values({
        id: ids.next(now),
        artistId: id,
        kind: "deletion",
        dueAt,
        startsAt: timestamp,
        createdAt: timestamp,
      })
      .onConflictDoNothing();
  return expiredAccounts.length;
}

/** Deletes rows of deleted accounts that nothing refers to any more. */
function endedAccountStatements(db: Database, now: Date) {
  const before = yearsBefore(now, RETENTION_YEARS.account).toISOString();
  const hasNone = (table: typeof submissions | typeof signatureRequests | typeof dataRequests) =>
    notExists(db.select({ one: sql`1` }).from(table).where(eq(table.artistId, artists.id)));
  const expiredAccounts = db
    .select({ id: artists.id })
    .from(artists)
    .where(
      and(
        ...[hasEnded, lt(artists.updatedAt, before), isNotNull(artists.deletedAt)],
        ...[lt(artists.deletedAt, before), hasNone(submissions)],
        ...[hasNone(signatureRequests), hasNone(dataRequests)],
      ),
    )
    .limit(BATCH_SIZE);
  return [
    clearAuditDetails(db, expiredAccounts),
    db.delete(artists).where(sql`${artists.id} IN ${expiredAccounts}`),
  ] as const;
}

/**
 * Deletes signed agreements seven years after the end of the account, others two years after their
 * expiry.
 */
function agreementStatements(db: Database, now: Date) {
  const [unsignedBefore, signedBefore] = [
    yearsBefore(now, RETENTION_YEARS.account).toISOString(),
    yearsBefore(now, RETENTION_YEARS.payment).toISOString(),
  ];
  const { id } = signatureRequests;
  const isExpired = sql`${id} IN (
    SELECT lapsed.id FROM signature_requests AS lapsed
      WHERE lapsed.status <> 'signed' AND lapsed.expires_at < ${unsignedBefore}
    UNION SELECT proof.id FROM ${artists}
      JOIN signature_requests AS proof ON proof.artist_id = ${artists.id}
      WHERE ${hasEnded} AND ${lt(artists.updatedAt, signedBefore)} AND ${lt(artists.deletedAt, signedBefore)}
    LIMIT ${BATCH_SIZE})`;
  return [
    orphanDocumentsStatement(db, isExpired, now.toISOString()),
    anonymizeSigners(db, sql`(SELECT ${id} FROM ${signatureRequests} WHERE ${isExpired})`),
    db.delete(signatureRequests).where(isExpired),
  ] as const;
}

/** At most a batch of values of a column. */
const batchOf = (column: AnySQLiteColumn, condition: SQL | undefined) =>
  sql`(SELECT ${column} FROM ${column.table} WHERE ${condition} LIMIT ${BATCH_SIZE})`;

/**
 * Deletes expired records in bounded batches: recipients of mails, data requests, links, and
 * remains of accounts and agreements.
 */
export async function purgeExpiredRecords(db: Database, now: Date): Promise<void> {
  const support = yearsBefore(now, RETENTION_YEARS.support);
  const account = yearsBefore(now, RETENTION_YEARS.account).toISOString();
  const { createdAt, recipient } = mailOutbox;
  const namedMails = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(lt(createdAt, support.toISOString()), sql`"mail_outbox"."recipient" <> ''`))
    .orderBy(createdAt)
    .limit(BATCH_SIZE);
  const { doneAt, cancelledAt } = dataRequests;
  const oldRequests = batchOf(
    dataRequests.id,
    and(lt(dataRequests.id, idBefore(support)), or(isNotNull(doneAt), isNotNull(cancelledAt))),
  );
  const oldInvitations = batchOf(invitations.id, lt(invitations.expiresAt, account));
  const oldLinks = batchOf(returningLinks.id, lt(returningLinks.expiresAt, account));
  const newYear = new Date(`${now.getUTCFullYear()}-01-01`);
  const yesterday = addDays(now, -1).toISOString();
  const expiredBefore = addDays(now, -ARTIST_LINK_DAYS).toISOString();
  const usedLinks = batchOf(artistLinks.tokenHash, lt(artistLinks.expiresAt, expiredBefore));
  await db.batch([
    emptyMailsStatement(db, and(ne(recipient, ""), sql`${mailOutbox.id} IN ${namedMails}`)),
    db.delete(staffNotes).where(sql`${staffNotes.itemId} IN ${oldRequests}`),
    clearAuditDetails(db, oldRequests),
    db.delete(dataRequests).where(sql`${dataRequests.id} IN ${oldRequests}`),
    clearAuditDetails(db, oldInvitations),
    db.delete(invitations).where(sql`${invitations.id} IN ${oldInvitations}`),
    clearAuditDetails(db, oldLinks),
    db.delete(returningLinks).where(sql`${returningLinks.id} IN ${oldLinks}`),
    db.delete(artistLinks).where(sql`${artistLinks.tokenHash} IN ${usedLinks}`),
    // Their minute is long over, and nobody asks any more why one could not be undone.
    db.delete(undoableDecisions).where(lt(undoableDecisions.createdAt, yesterday)),
    db.delete(reasonUses).where(lt(reasonUses.decisionId, idBefore(newYear))),
    db.delete(staffPresence).where(lt(staffPresence.seenAt, yesterday)),
    ...agreementStatements(db, now),
    ...endedAccountStatements(db, now),
  ]);
}
