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
import { encodeTime } from "ulidx";
import {
  artistLinks,
  artists,
  dataRequests,
  signatureRequests,
} from "~/artists/artist-tables.server";
import { invitations, returningLinks } from "~/entry/entry-tables.server";
import { mailOutbox } from "~/mail/mail-tables.server";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { anonymizeSigners, clearAuditDetails } from "~/staff/audit.server";
import { staffNotes } from "~/staff/staff-tables.server";
import { submissions } from "~/submission/submission-tables.server";
import { isAcceptedSubmission } from "./data-subject.server";
import { orphanDocumentsStatement } from "./orphaned-files.server";
import { ANSWER_DAYS, ARTIST_LINK_DAYS, KEPT_YEARS, yearsBefore } from "./retention-periods";

/** Rows of a kind that one sweep forgets: far more than one day brings. */
const AT_ONCE = 500;
/** Characters of a ULID that tell its time. */
const TIME_OF_ULID = 10;

/** Ids begin with their time, so that what is older is a range of the primary key. */
const idBefore = (at: Date) => encodeTime(at.getTime(), TIME_OF_ULID);

/** Ended long enough ago that no agreement covers anything of theirs any more. */
const endedBefore = (now: Date) => yearsBefore(now, KEPT_YEARS.music).toISOString();

/**
 * Whether an agreement covers a release that we took on, or did until less than three years ago: it
 * lasts as long as the account that the release belongs to, or that has its address.
 */
function isCovered(db: Database, now: Date): SQL {
  const lasts = or(isNull(artists.deletedAt), gt(artists.deletedAt, endedBefore(now)));
  const isUnjoined = and(
    isNull(submissions.artistId),
    sql`${artists.email} = lower(${submissions.email})`,
  );
  const account = db
    .select({ id: artists.id })
    .from(artists)
    .where(and(or(eq(artists.id, submissions.artistId), isUnjoined), lasts));
  return sql`(${isAcceptedSubmission} AND ${exists(account)})`;
}

/** Whether nothing needs the music of a submission: we never took it on, or its account has long ended. */
function isMusicFree(db: Database, now: Date): SQL {
  const endedAccount = db
    .select({ id: artists.id })
    .from(artists)
    .where(and(eq(artists.id, submissions.artistId), lte(artists.deletedAt, endedBefore(now))));
  return sql`(NOT ${isAcceptedSubmission} OR ${exists(endedAccount)})`;
}

/** Submissions whose 7 years are over, the oldest first; not those that an agreement covers. */
export async function expiredSubmissions(
  db: Database,
  now: Date,
  limit: number,
): Promise<string[]> {
  const before = yearsBefore(now, KEPT_YEARS.submission);
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        lt(submissions.id, idBefore(before)),
        lt(submissions.createdAt, before.toISOString()),
        sql`NOT ${isCovered(db, now)}`,
      ),
    )
    .orderBy(submissions.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Submissions that have files still, though nothing has needed them for three years. */
export async function expiredFiles(db: Database, now: Date, limit: number): Promise<string[]> {
  const before = yearsBefore(now, KEPT_YEARS.music);
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        // In the words of the index that finds them.
        sql`"submissions"."files" <> '[]'`,
        lt(submissions.id, idBefore(before)),
        lt(submissions.createdAt, before.toISOString()),
        isMusicFree(db, now),
      ),
    )
    .orderBy(submissions.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** `status <> 'Active' OR deleted_at IS NOT NULL`, in the words of the index that finds them. */
const hasEnded = sql`("artists"."status" <> 'Active' OR "artists"."deleted_at" IS NOT NULL)`;

/**
 * Has the accounts deleted that staff ended two years ago: as if their artists had asked.
 * @returns how many.
 */
export async function deleteExpiredAccounts(db: Database, now: Date, ids: Ids): Promise<number> {
  const before = yearsBefore(now, KEPT_YEARS.account).toISOString();
  const over = await db
    .select({ id: artists.id })
    .from(artists)
    .where(and(hasEnded, lt(artists.updatedAt, before), isNull(artists.deletedAt)))
    .limit(AT_ONCE);
  const at = now.toISOString();
  const due = addDays(now, ANSWER_DAYS).toISOString();
  for (const { id } of over)
    await db
      .insert(dataRequests)
      .values({
        id: ids.next(now),
        artistId: id,
        kind: "deletion",
        dueAt: due,
        startsAt: at,
        createdAt: at,
      })
      .onConflictDoNothing();
  return over.length;
}

/** What forgets the rest of accounts, once nothing that stays belongs to them. */
function endedAccountStatements(db: Database, now: Date) {
  const before = yearsBefore(now, KEPT_YEARS.account).toISOString();
  const theirs = (table: typeof submissions | typeof signatureRequests | typeof dataRequests) =>
    notExists(db.select({ one: sql`1` }).from(table).where(eq(table.artistId, artists.id)));
  const over = db
    .select({ id: artists.id })
    .from(artists)
    .where(
      and(
        ...[hasEnded, lt(artists.updatedAt, before), isNotNull(artists.deletedAt)],
        ...[lt(artists.deletedAt, before), theirs(submissions)],
        ...[theirs(signatureRequests), theirs(dataRequests)],
      ),
    )
    .limit(AT_ONCE);
  return [
    clearAuditDetails(db, over),
    db.delete(artists).where(sql`${artists.id} IN ${over}`),
  ] as const;
}

/** Agreements: signed ones seven years after their account has ended, others two after their own end. */
function agreementStatements(db: Database, now: Date) {
  const [unsignedBefore, signedBefore] = [
    yearsBefore(now, KEPT_YEARS.account).toISOString(),
    yearsBefore(now, KEPT_YEARS.payment).toISOString(),
  ];
  const { id } = signatureRequests;
  const over = sql`${id} IN (
    SELECT lapsed.id FROM signature_requests AS lapsed
      WHERE lapsed.status <> 'signed' AND lapsed.expires_at < ${unsignedBefore}
    UNION SELECT proof.id FROM ${artists}
      JOIN signature_requests AS proof ON proof.artist_id = ${artists.id}
      WHERE ${hasEnded} AND ${lt(artists.updatedAt, signedBefore)} AND ${lt(artists.deletedAt, signedBefore)}
    LIMIT ${AT_ONCE})`;
  return [
    orphanDocumentsStatement(db, over, now.toISOString()),
    anonymizeSigners(db, sql`(SELECT ${id} FROM ${signatureRequests} WHERE ${over})`),
    db.delete(signatureRequests).where(over),
  ] as const;
}

/**
 * Forgets, kind by kind and a bounded number of each, what the privacy policy says is kept no longer:
 * whom mails went to, requests about data, links, and what is left of accounts and agreements.
 */
export async function purgeExpiredRecords(db: Database, now: Date): Promise<void> {
  const support = yearsBefore(now, KEPT_YEARS.support);
  const account = yearsBefore(now, KEPT_YEARS.account).toISOString();
  const { createdAt, recipient } = mailOutbox;
  const namedMails = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(lt(createdAt, support.toISOString()), sql`"mail_outbox"."recipient" <> ''`))
    .orderBy(createdAt)
    .limit(AT_ONCE);
  const oldRequests = db
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .where(
      and(
        lt(dataRequests.id, idBefore(support)),
        or(isNotNull(dataRequests.doneAt), isNotNull(dataRequests.cancelledAt)),
      ),
    )
    .limit(AT_ONCE);
  const oldInvitations = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(lt(invitations.expiresAt, account))
    .limit(AT_ONCE);
  const oldLinks = db
    .select({ id: returningLinks.id })
    .from(returningLinks)
    .where(lt(returningLinks.expiresAt, account))
    .limit(AT_ONCE);
  const expiredBefore = addDays(now, -ARTIST_LINK_DAYS).toISOString();
  const usedLinks = db
    .select({ tokenHash: artistLinks.tokenHash })
    .from(artistLinks)
    .where(lt(artistLinks.expiresAt, expiredBefore))
    .limit(AT_ONCE);
  await db.batch([
    // That there was one stays with its submission: it could be written a second time.
    db
      .update(mailOutbox)
      .set({
        recipient: "",
        address: "",
        mailbox: "",
        artistId: null,
        subject: "",
        textBody: "",
        htmlBody: "",
      })
      .where(and(ne(recipient, ""), sql`${mailOutbox.id} IN ${namedMails}`)),
    db.delete(staffNotes).where(sql`${staffNotes.itemId} IN ${oldRequests}`),
    clearAuditDetails(db, oldRequests),
    db.delete(dataRequests).where(sql`${dataRequests.id} IN ${oldRequests}`),
    clearAuditDetails(db, oldInvitations),
    db.delete(invitations).where(sql`${invitations.id} IN ${oldInvitations}`),
    clearAuditDetails(db, oldLinks),
    db.delete(returningLinks).where(sql`${returningLinks.id} IN ${oldLinks}`),
    db.delete(artistLinks).where(sql`${artistLinks.tokenHash} IN ${usedLinks}`),
    ...agreementStatements(db, now),
    ...endedAccountStatements(db, now),
  ]);
}
