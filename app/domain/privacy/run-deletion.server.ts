import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { clearAuditDetails } from "~/domain/access/staff/audit.server";
import {
  artistLinks,
  artistSessions,
  artists,
  dataRequests,
  formerAddresses,
  signatureRequests,
} from "~/domain/artists/artist-tables.server";
import { endFeedStatement } from "~/domain/artists/calendar-feeds.server";
import {
  addressSpans,
  deleteAddressesStatement,
  recordAddressStatement,
} from "~/domain/artists/former-addresses.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { emptyMailsStatement } from "~/domain/mail/purge-mails.server";
import { draftKeys, drafts, submissions } from "~/domain/submission/submission-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import { anonymizeSigner } from "./anonymize-signer.server";
import type { DataRequest } from "./data-requests.server";
import {
  type DataSubject,
  isTheirMail,
  isTheirMailAddress,
  isTheirSubmission,
} from "./data-subject.server";
import {
  cancelOpenAgreements,
  type DeletionContext,
  type DeletionProgress,
  removeDrafts,
  removeEntryRecords,
  removeUnacceptedSubmissions,
} from "./deletion-steps.server";
import { deletionCounter } from "./deletion-tally.server";
import { orphanDocumentsStatement, orphanPictureStatement } from "./orphaned-files.server";
import { readReport } from "./report";

const isStartedCondition = (id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${dataRequests} WHERE ${and(eq(dataRequests.id, id), sql`${dataRequests.startedAt} IS NOT NULL`, isNull(dataRequests.doneAt))})`;

/**
 * Assigns unowned submissions under the account's addresses to the account before it is deleted:
 * otherwise a later status change would create a new account for them.
 */
function claimSubmissions({ db }: DeletionContext, { artistId }: DataRequest, when: SQL) {
  const ids = sql`SELECT one.id FROM ${formerAddresses} AS mine
    JOIN ${submissions} AS one ON lower(one.email) = mine.email
    WHERE mine.artist_id = ${artistId} AND one.artist_id IS NULL AND one.created_at <= mine.until
    AND NOT EXISTS (SELECT 1 FROM ${formerAddresses} AS other WHERE other.email = mine.email
      AND other.artist_id <> mine.artist_id AND other.until < mine.until
      AND other.until >= one.created_at)`;
  return db
    .update(submissions)
    .set({ artistId })
    .where(and(sql`${submissions.id} IN (${ids})`, when));
}

/**
 * Starts a deletion unless it was cancelled. The account and its sessions end in the same batch;
 * the request keeps the address for the later steps.
 */
async function startDeletion(context: DeletionContext, request: DataRequest): Promise<void> {
  const { db, now } = context;
  const { id, artistId } = request;
  const timestamp = now().toISOString();
  const tally = deletionCounter(db, id);
  const isPending = and(
    ...[eq(dataRequests.id, id), isNull(dataRequests.startedAt)],
    ...[isNull(dataRequests.cancelledAt), isNull(dataRequests.doneAt)],
  );
  const address = db
    .select({ email: artists.email })
    .from(artists)
    .where(and(eq(artists.id, artistId), isNull(artists.deletedAt)));
  const isStarted = isStartedCondition(id);
  await db.batch([
    db
      .update(dataRequests)
      .set({ startedAt: timestamp, email: sql`${address}`, report: '{"deleted":{}}' })
      .where(isPending),
    recordAddressStatement(db, { artistId, email: sql`${address}`, until: timestamp }, isStarted),
    claimSubmissions(context, request, isStarted),
    orphanPictureStatement(db, artistId, timestamp, isStarted),
    db
      .update(artists)
      .set({
        email: "",
        profile: "{}",
        typed: null,
        picture: null,
        mailChoices: "{}",
        codeMark: "",
        publishedAt: null,
        updatedAt: timestamp,
        deletedAt: timestamp,
      })
      .where(and(eq(artists.id, artistId), isNull(artists.deletedAt), isStarted)),
    clearAuditDetails(db, sql`(SELECT ${artistId} WHERE ${isStarted})`),
    tally(
      "signIns",
      sql`SELECT count(*) FROM ${artistSessions}
      WHERE ${eq(artistSessions.artistId, artistId)} AND ${isStarted}`,
    ),
    // Expired requests are then cancelled at the signing service.
    db
      .update(signatureRequests)
      .set({ status: "expired", updatedAt: timestamp })
      .where(
        and(
          ...[eq(signatureRequests.artistId, artistId), isStarted],
          eq(signatureRequests.status, "awaiting_signature"),
        ),
      ),
    db.delete(artistSessions).where(and(eq(artistSessions.artistId, artistId), isStarted)),
    db.delete(artistLinks).where(and(eq(artistLinks.artistId, artistId), isStarted)),
  ]);
}

/**
 * Deletes mails, mail preferences, draft answers of retained submissions and unsigned agreements;
 * unpublishes what stays.
 */
async function removeRest(
  { db, now }: DeletionContext,
  request: DataRequest,
  subject: DataSubject,
): Promise<void> {
  const { id, artistId } = request;
  const tally = deletionCounter(db, id);
  const theirMail = isTheirMail(subject);
  const mailIds = sql`(SELECT ${mailOutbox.id} FROM ${mailOutbox} WHERE ${theirMail})`;
  const retainedDraftIds = sql`(SELECT ${submissions.draftId} FROM ${submissions} WHERE ${isTheirSubmission(subject)})`;
  const isUnsigned = and(
    eq(signatureRequests.artistId, artistId),
    sql`${signatureRequests.status} <> 'signed'`,
  );
  const isTheirAddress = isTheirMailAddress(subject);
  const timestamp = now().toISOString();
  await db.batch([
    tally("mails", sql`SELECT count(*) FROM ${mailOutbox} WHERE ${theirMail}`),
    db
      .delete(jobs)
      .where(
        and(isNull(jobs.submissionId), eq(jobs.type, "send-mail"), inArray(jobs.subject, mailIds)),
      ),
    db.delete(mailOutbox).where(and(theirMail, isNull(mailOutbox.submissionId))),
    emptyMailsStatement(db, theirMail),
    db.delete(mailAddresses).where(and(isTheirAddress, isNull(mailAddresses.stoppedAt))),
    db.update(mailAddresses).set({ verifiedAt: null }).where(isTheirAddress),
    db
      .update(drafts)
      .set({ answers: "{}", prefill: null })
      .where(inArray(drafts.id, retainedDraftIds)),
    db
      .update(draftKeys)
      .set({ mailedTo: null })
      .where(inArray(draftKeys.draftId, retainedDraftIds)),
    db
      .update(submissions)
      .set({ publishedAt: null })
      .where(and(isTheirSubmission(subject), sql`${submissions.publishedAt} IS NOT NULL`)),
    anonymizeSigner(db, artistId),
    orphanDocumentsStatement(db, isUnsigned ?? sql`0`, timestamp),
    tally("agreements", sql`SELECT count(*) FROM ${signatureRequests} WHERE ${isUnsigned}`),
    db.delete(signatureRequests).where(isUnsigned),
    endFeedStatement(db, { ownerKind: "artist", ownerId: artistId }),
    db.delete(artistSessions).where(eq(artistSessions.artistId, artistId)),
    db.delete(artistLinks).where(eq(artistLinks.artistId, artistId)),
  ]);
}

async function countRetained(
  { db }: DeletionContext,
  { id, artistId }: DataRequest,
  subject: DataSubject,
) {
  const remainder = sql`json_object(
    'submissions', (SELECT count(*) FROM ${submissions} WHERE ${isTheirSubmission(subject)}),
    'agreements', (SELECT count(*) FROM ${signatureRequests}
      WHERE ${and(eq(signatureRequests.artistId, artistId), eq(signatureRequests.status, "signed"))}))`;
  const [row] = await db
    .update(dataRequests)
    .set({ report: sql`json_set(${dataRequests.report}, '$.kept', ${remainder})` })
    .where(eq(dataRequests.id, id))
    .returning({ report: dataRequests.report });
  return readReport(row?.report ?? null);
}

/**
 * Runs the next bounded steps of a deletion. Each step finds what remains, so that an interrupted
 * deletion resumes. Data from after its start is not touched.
 * @returns `more`: call again; `waits`: an external service is unavailable, or the deletion was
 * cancelled or finished meanwhile.
 */
export async function runDeletion(
  context: DeletionContext,
  request: DataRequest,
): Promise<DeletionProgress> {
  const { db, now, notifyDeleted } = context;
  const { id, artistId } = request;
  if (request.startedAt === null) await startDeletion(context, request);
  const [currentRequest] = await db.select().from(dataRequests).where(eq(dataRequests.id, id));
  // Cancelled just now, or finished by another sweep.
  if (!currentRequest?.startedAt || currentRequest.doneAt !== null) return "waits";
  const { email, startedAt: until } = currentRequest;
  if (email !== null) {
    const addresses = await addressSpans(db, { artistId, email });
    const subject: DataSubject = { artistId, addresses, until };
    if (await removeDrafts(context, id, subject)) return "more";
    const unacceptedProgress = await removeUnacceptedSubmissions(context, currentRequest, subject);
    if (unacceptedProgress !== "done") return unacceptedProgress;
    const entryProgress = await removeEntryRecords(context, currentRequest, subject);
    if (entryProgress !== "done") return entryProgress;
    if (!(await cancelOpenAgreements(context, currentRequest))) return "waits";
    await removeRest(context, currentRequest, subject);
    await notifyDeleted({ id, email }, await countRetained(context, currentRequest, subject));
  }
  await context.recordDeletion({ id, artistId });
  await db.batch([
    db
      .update(dataRequests)
      .set({ doneAt: now().toISOString(), email: null })
      .where(and(eq(dataRequests.id, id), isNull(dataRequests.doneAt))),
    deleteAddressesStatement(db, artistId),
  ]);
  return "done";
}
