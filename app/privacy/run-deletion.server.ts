import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import {
  artistLinks,
  artistSessions,
  artists,
  dataRequests,
  formerAddresses,
  signatureRequests,
} from "~/artists/artist-tables.server";
import {
  addressSpans,
  forgetAddressesStatement,
  rememberAddressStatement,
} from "~/artists/former-addresses.server";
import { jobs } from "~/jobs/job-tables.server";
import { mailAddresses, mailOutbox } from "~/mail/mail-tables.server";
import { clearAuditDetails } from "~/staff/audit.server";
import { endDrafts } from "~/submission/draft/draft-expiry.server";
import { draftKeys, drafts, submissions } from "~/submission/submission-tables.server";
import { removeEndedUploadsStatement } from "~/uploads/receiving/upload-removal.server";
import { anonymizeSigner } from "./anonymize-signer.server";
import type { DataRequest } from "./data-requests.server";
import {
  type DataSubject,
  isTheirDraft,
  isTheirMail,
  isTheirMailAddress,
  isTheirSubmission,
} from "./data-subject.server";
import {
  AT_ONCE,
  cancelOpenAgreements,
  type DeletionContext,
  type DeletionProgress,
  removeEntryRecords,
  removeUnacceptedSubmissions,
} from "./deletion-steps.server";
import { deletionCounter } from "./deletion-tally.server";
import { orphanDocumentsStatement, orphanPictureStatement } from "./orphaned-files.server";
import { readReport } from "./report";

const isEnding = (id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${dataRequests} WHERE ${and(eq(dataRequests.id, id), sql`${dataRequests.startedAt} IS NOT NULL`, isNull(dataRequests.doneAt))})`;

/**
 * The statement that takes what was sent under an address of an account while it was theirs into it, as the
 * deletion of that begins: else a status that is set later would make its artist another account.
 */
function joinNamed({ db }: DeletionContext, { artistId }: DataRequest, when: SQL) {
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
 * Begins, unless it was taken back: the account ends in this very batch, with its sign-ins, so that
 * nobody comes in any more. What the rest needs to know of it is kept with the request until its end.
 */
async function begin(work: DeletionContext, request: DataRequest): Promise<void> {
  const { db, now } = work;
  const { id, artistId } = request;
  const at = now().toISOString();
  const tally = deletionCounter(db, id);
  const waits = and(
    ...[eq(dataRequests.id, id), isNull(dataRequests.startedAt)],
    ...[isNull(dataRequests.cancelledAt), isNull(dataRequests.doneAt)],
  );
  const address = db
    .select({ email: artists.email })
    .from(artists)
    .where(and(eq(artists.id, artistId), isNull(artists.deletedAt)));
  const ending = isEnding(id);
  await db.batch([
    db
      .update(dataRequests)
      .set({ startedAt: at, email: sql`${address}`, report: '{"deleted":{}}' })
      .where(waits),
    rememberAddressStatement(db, { artistId, email: sql`${address}`, until: at }, ending),
    joinNamed(work, request, ending),
    orphanPictureStatement(db, artistId, at, ending),
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
        updatedAt: at,
        deletedAt: at,
      })
      .where(and(eq(artists.id, artistId), isNull(artists.deletedAt), ending)),
    clearAuditDetails(db, sql`(SELECT ${artistId} WHERE ${ending})`),
    tally(
      "signIns",
      sql`SELECT count(*) FROM ${artistSessions}
      WHERE ${eq(artistSessions.artistId, artistId)} AND ${ending}`,
    ),
    // So that they are withdrawn where they are signed.
    db
      .update(signatureRequests)
      .set({ status: "expired", updatedAt: at })
      .where(
        and(
          ...[eq(signatureRequests.artistId, artistId), ending],
          eq(signatureRequests.status, "awaiting_signature"),
        ),
      ),
    db.delete(artistSessions).where(and(eq(artistSessions.artistId, artistId), ending)),
    db.delete(artistLinks).where(and(eq(artistLinks.artistId, artistId), ending)),
  ]);
}

/** Ends the forms under way. @returns whether there may be more. */
async function removeDrafts(
  { db, now }: DeletionContext,
  id: string,
  whose: DataSubject,
): Promise<boolean> {
  const takeFilesAway = (at: string) => removeEndedUploadsStatement(db, at);
  const endedIds = await endDrafts(db, now(), isTheirDraft(whose), {
    limit: AT_ONCE,
    removeFiles: takeFilesAway,
  });
  if (endedIds.length > 0) await deletionCounter(db, id)("drafts", sql`SELECT ${endedIds.length}`);
  return endedIds.length === AT_ONCE;
}

/**
 * Removes what is left: mails, what their address has told us, what was typed into forms whose
 * submissions stay, agreements that nobody signed. What stays is shown to nobody any more.
 */
async function removeRest(
  { db, now }: DeletionContext,
  request: DataRequest,
  whose: DataSubject,
): Promise<void> {
  const { id, artistId } = request;
  const tally = deletionCounter(db, id);
  const theirMail = isTheirMail(whose);
  const mailIds = sql`(SELECT ${mailOutbox.id} FROM ${mailOutbox} WHERE ${theirMail})`;
  const staying = sql`(SELECT ${submissions.draftId} FROM ${submissions} WHERE ${isTheirSubmission(whose)})`;
  const isUnsigned = and(
    eq(signatureRequests.artistId, artistId),
    sql`${signatureRequests.status} <> 'signed'`,
  );
  const ofAddress = isTheirMailAddress(whose);
  const at = now().toISOString();
  await db.batch([
    tally("mails", sql`SELECT count(*) FROM ${mailOutbox} WHERE ${theirMail}`),
    db
      .delete(jobs)
      .where(
        and(isNull(jobs.submissionId), eq(jobs.type, "send-mail"), inArray(jobs.subject, mailIds)),
      ),
    db.delete(mailOutbox).where(and(theirMail, isNull(mailOutbox.submissionId))),
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
      .where(theirMail),
    db.delete(mailAddresses).where(and(ofAddress, isNull(mailAddresses.stoppedAt))),
    db.update(mailAddresses).set({ verifiedAt: null }).where(ofAddress),
    db.update(drafts).set({ answers: "{}", prefill: null }).where(inArray(drafts.id, staying)),
    db.update(draftKeys).set({ mailedTo: null }).where(inArray(draftKeys.draftId, staying)),
    db
      .update(submissions)
      .set({ publishedAt: null })
      .where(and(isTheirSubmission(whose), sql`${submissions.publishedAt} IS NOT NULL`)),
    anonymizeSigner(db, artistId),
    orphanDocumentsStatement(db, isUnsigned ?? sql`0`, at),
    tally("agreements", sql`SELECT count(*) FROM ${signatureRequests} WHERE ${isUnsigned}`),
    db.delete(signatureRequests).where(isUnsigned),
    db.delete(artistSessions).where(eq(artistSessions.artistId, artistId)),
    db.delete(artistLinks).where(eq(artistLinks.artistId, artistId)),
  ]);
}

/** What stays, counted for the report. */
async function countKept(
  { db }: DeletionContext,
  { id, artistId }: DataRequest,
  whose: DataSubject,
) {
  const remainder = sql`json_object(
    'submissions', (SELECT count(*) FROM ${submissions} WHERE ${isTheirSubmission(whose)}),
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
 * Carries a deletion out as far as one call may: bounded steps, each of which finds what is left, so
 * that whoever is stopped in the middle is followed by somebody who goes on there. What the artist
 * left us after it began is not touched.
 * @returns whether it is done, there is more to come, or it waits for somebody else's machine; `waits`
 * also where it was taken back just now.
 */
export async function runDeletion(
  work: DeletionContext,
  request: DataRequest,
): Promise<DeletionProgress> {
  const { db, now, tellDeleted } = work;
  const { id, artistId } = request;
  if (request.startedAt === null) await begin(work, request);
  const [currentRequest] = await db.select().from(dataRequests).where(eq(dataRequests.id, id));
  // Taken back just now, or done by another sweep.
  if (!currentRequest?.startedAt || currentRequest.doneAt !== null) return "waits";
  const { email, startedAt: until } = currentRequest;
  if (email !== null) {
    const addresses = await addressSpans(db, { artistId, email });
    const whose: DataSubject = { artistId, addresses, until };
    if (await removeDrafts(work, id, whose)) return "more";
    const untaken = await removeUnacceptedSubmissions(work, currentRequest, whose);
    if (untaken !== "done") return untaken;
    const doors = await removeEntryRecords(work, currentRequest, whose);
    if (doors !== "done") return doors;
    if (!(await cancelOpenAgreements(work, currentRequest))) return "waits";
    await removeRest(work, currentRequest, whose);
    await tellDeleted({ id, email }, await countKept(work, currentRequest, whose));
  }
  await db.batch([
    db
      .update(dataRequests)
      .set({ doneAt: now().toISOString(), email: null })
      .where(and(eq(dataRequests.id, id), isNull(dataRequests.doneAt))),
    forgetAddressesStatement(db, artistId),
  ]);
  return "done";
}
