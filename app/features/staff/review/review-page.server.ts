import type { SerializeFrom } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { waitingList } from "~/domain/access/entry-tables.server";
import { invitationOfEntry } from "~/domain/access/link-list.server";
import { readAuditLog } from "~/domain/access/staff/audit.server";
import { listColleagues } from "~/domain/access/staff/colleagues.server";
import { latestSignatures } from "~/domain/artists/agreement/requests.server";
import { unsignedWarning } from "~/domain/artists/agreement/unsigned-warning";
import {
  readDistributionDetails,
  readSentProofs,
} from "~/domain/artists/release/distribution-details.server";
import { unprovedRights } from "~/domain/artists/release/rights";
import { proofPath } from "~/domain/artists/release/rights-proofs";
import { readReleaseState, releaseClock } from "~/domain/artists/release-states.server";
import { signedClipPath } from "~/domain/clips/clip-links.server";
import { clipsOfSubmission } from "~/domain/clips/clip-store.server";
import { mailsOfSubmission } from "~/domain/mail/read-outbox.server";
import { troubledMailsOf } from "~/domain/mail/troubled-mails.server";
import { canBePublished } from "~/domain/publishing/published-releases.server";
import { artistBackground } from "~/domain/review/artist-background.server";
import { notesOf } from "~/domain/review/assign-item.server";
import { listTags, marksOf } from "~/domain/review/item-marks.server";
import { markMentionsSeen } from "~/domain/review/mentions.server";
import { momentsOf, noteParts } from "~/domain/review/note-parts";
import { packageFiles } from "~/domain/review/package/package-files";
import { audioOf } from "~/domain/review/package/packaged-release.server";
import type { ReviewItem } from "~/domain/review/review-item";
import { findingsOf, specialsOf } from "~/domain/review/row-specials";
import { entryFacts } from "~/domain/review/row-specials.server";
import { fillReason, reasonKinds } from "~/domain/review/saved-reason";
import { listSavedReasons } from "~/domain/review/saved-reasons.server";
import { offeredTemplates } from "~/domain/review/sheets/own-templates.server";
import { loadStatusHistory } from "~/domain/review/status-history.server";
import { trackFindingsOf } from "~/domain/review/track-findings.server";
import { releaseAdvice } from "~/domain/submission/music/release-advice";
import { markSubmissionOpened } from "~/domain/submission/record/artist-submission.server";
import { describeRefusal } from "~/domain/submission/record/board-refusal";
import { findRefusal } from "~/domain/submission/record/board-refusals.server";
import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import { groupActions, pendingActions } from "~/domain/submission/record/pending-actions";
import { unsignedSubmissions } from "~/domain/submission/record/signed-agreement.server";
import { storeLinksOf } from "~/domain/submission/record/store-links";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { filesOfSubmittedDraft } from "~/domain/uploads/receiving/upload-store.server";
import { filePath, previewOf } from "~/domain/uploads/upload";
import { jobHistory } from "~/jobs/job-history.server";
import { signFileLink } from "~/platform/file-link";
import { linkKeysOf } from "~/platform/link-keys";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { decisionLetters } from "./decision-letters.server";
import { loadVersions } from "./load-versions.server";
import { sheetOffers } from "./sheet-offers.server";

async function loadDesk({ db }: Pick<AppContext, "db">, item: ReviewItem) {
  const [history, notes, jobs, mails, troubledMails, facts] = await Promise.all([
    loadStatusHistory(db, item),
    notesOf(db, item.id),
    jobHistory(db, item.id),
    mailsOfSubmission(db, item.id),
    troubledMailsOf(db, [item.id]),
    entryFacts(db, [item.id], unprovedRights),
  ]);
  const known = facts.get(item.id);
  const advice = known?.release ? releaseAdvice(known.release) : [];
  return {
    history,
    troubledMails: troubledMails.get(item.id) ?? [],
    notes,
    jobs: jobs.map(({ id, type, subject, state, attempts, lastError, updatedAt }) => {
      return { id, type, subject, state, attempts, lastError, updatedAt };
    }),
    mails: mails.map(({ id, subject, recipient, state, lastError, createdAt, text }) => {
      return { id, subject, recipient, state, lastError, createdAt, text };
    }),
    /** The codes of what was found in it. */
    foundCodes: known ? findingsOf(specialsOf(item, known)) : [],
    /** What stores may reject. */
    advice: advice.map(({ rule, subject, text, why }) => ({ rule, subject, text, why })),
  };
}

async function loadPlaces(
  { board, mirror }: Pick<AppContext, "board" | "mirror">,
  id: string,
  itemId: string | null | undefined,
) {
  return {
    drive: await mirror?.folderUrl(id),
    board: itemId && board ? { itemId, url: board.itemUrl(itemId) } : undefined,
  };
}

/** Everything about a submission; undefined if it is gone. */
async function loadSubmission(context: AppContext, item: ReviewItem) {
  const { db } = context;
  const submission = await findSubmission(db, item.id);
  if (!submission) return undefined;
  // The artist's page shows that a person has opened it.
  if (submission.openedAt === null) await markSubmissionOpened(db, item.id, context.clock());
  const { form, files, draftId, boardItemId, artistId, linkId, email } = submission;
  const subject = { id: item.id, email, artistId, linkId, draftId };
  const [
    clips,
    uploads,
    places,
    releaseDetails,
    agreements,
    unsigned,
    versions,
    background,
    proofs,
    release,
    boardRefusal,
    templates,
    requests,
  ] = await Promise.all([
    clipsOfSubmission(db, item.id),
    filesOfSubmittedDraft(db, draftId),
    loadPlaces(context, item.id, boardItemId),
    readDistributionDetails(db, submission, context.clock()),
    latestSignatures(db, artistId === null ? [] : [artistId]),
    unsignedSubmissions(db, [item.id]),
    loadVersions(context, submission),
    artistBackground(db, subject),
    readSentProofs(db, submission),
    readReleaseState(db, item.id, releaseClock(context)),
    findRefusal(db, item.id),
    offeredTemplates(db),
    readAuditLog(db, { action: "details-asked", subject: item.id }),
  ]);
  // What is delivered says the same again, with all lyrics.
  const shownDetails: DistributionDetails | undefined = releaseDetails && {
    ...releaseDetails,
    delivery: undefined,
  };
  const [keys, now] = [linkKeysOf(context.settings), context.clock()];
  const tracks = files.filter(({ kind }) => kind === "track").map(({ uploadId }) => uploadId);
  const fileViews = files.map(async ({ uploadId, kind, fileName, size }) => {
    const upload = uploads.find(({ id }) => id === uploadId);
    const { probe = null } = upload ?? {};
    const preview = upload && previewOf(upload);
    const url = await signFileLink(keys, filePath({ id: uploadId, fileName }), now);
    // Anybody with the address can open it.
    return { uploadId, kind, fileName, size, probe, preview, url };
  });
  const clipViews = clips.map(async (clip) => {
    return { ...clip, url: await signedClipPath(keys, clip, now) };
  });
  return {
    form,
    /** In ISO format. */
    sentAt: submission.createdAt,
    places,
    /** The details that the artist added later for distribution. */
    releaseDetails: shownDetails,
    sheets: sheetOffers(
      { ...submission, details: releaseDetails, audio: audioOf(uploads) },
      packageFiles(form, files, clips, proofs),
      templates,
      { requests: requests.rows, now: context.clock() },
    ),
    proofs: proofs.map(({ id, fileName, proves }) => {
      return { proves, fileName, url: proofPath({ id, fileName }) };
    }),
    findings: await trackFindingsOf(db, tracks),
    forArtist: {
      note: submission.artistNote ?? "",
      storeLinks: storeLinksOf(submission).map(({ href }) => href),
      page: `/details/${item.id}`,
      published: submission.publishedAt !== null,
      mayBePublished: canBePublished(submission.status),
      unsigned: unsignedWarning(agreements.get(artistId ?? "")?.templateVersion),
    },
    /** Whether the artist has signed no agreement, here or on paper. */
    isUnsigned: unsigned.has(item.id),
    background,
    /** How it came: by the open form, an invitation or a returning artist's link. */
    cameBy: submission.entry,
    versions,
    /** What the board says and the portal has not taken over, in sentences. */
    boardRefusal: boardRefusal && describeRefusal(boardRefusal, item.status),
    waitsFor: release ? groupActions(pendingActions(release.state)) : [],
    files: await Promise.all(fileViews),
    clips: await Promise.all(clipViews),
  };
}

const entryAnswersSchema = v.record(v.string(), v.fallback(v.string(), ""));

async function loadEntry({ db, clock, board }: AppContext, { id, email }: ReviewItem) {
  const { artistData, boardItemId } = waitingList;
  const [[row], invitation, background] = await Promise.all([
    db.select({ left: artistData, boardItemId }).from(waitingList).where(eq(waitingList.id, id)),
    invitationOfEntry(db, id, clock()),
    artistBackground(db, { id, email, artistId: null, linkId: null, draftId: null }),
  ]);
  return {
    left: v.parse(entryAnswersSchema, JSON.parse(row?.left ?? "{}")),
    invitation,
    background,
    places: await loadPlaces({ board, mirror: undefined }, id, row?.boardItemId),
  };
}

/** The saved reasons with their fields filled for an entry. */
export async function savedReasonsFor(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { artistName, title }: ReviewItem,
) {
  const values = { artist: artistName, title };
  const reasons = await Promise.all(reasonKinds.map((kind) => listSavedReasons(db, kind, clock())));
  return reasons.flat().map(({ updatedAt: _, updatedBy: __, ...reason }) => {
    return { ...reason, text: fillReason(reason.text, values) };
  });
}

async function loadMarks({ db, clock }: AppContext, { id }: ReviewItem, { id: staffId }: Staff) {
  const now = clock();
  const [marks, knownTags, colleagues] = await Promise.all([
    marksOf(db, id),
    listTags(db),
    listColleagues(db, staffId, now),
    markMentionsSeen(db, { staffId, itemId: id }, now),
  ]);
  return { marks, knownTags, colleagues };
}

type LoadedSubmission = NonNullable<Awaited<ReturnType<typeof loadSubmission>>>;

/** What a submission holds, for the review page. */
export type ReviewSubmission = SerializeFrom<LoadedSubmission>;

function trackLengths({ form, files }: Pick<LoadedSubmission, "form" | "files">) {
  return form.tracks.map((track) => {
    const probe = files.find(({ uploadId }) => uploadId === track.uploadId)?.probe;
    return probe?.kind === "wav" ? probe.seconds : undefined;
  });
}

export async function reviewPage(context: AppContext, item: ReviewItem, staff: Staff) {
  const [{ notes, ...desk }, savedReasons, decisionMails, marks, submission, entry] =
    await Promise.all([
      loadDesk(context, item),
      savedReasonsFor(context, item),
      decisionLetters(context, item),
      loadMarks(context, item, staff),
      item.kind === "submission" ? loadSubmission(context, item) : undefined,
      item.kind === "waiting" ? loadEntry(context, item) : undefined,
    ]);
  const lengths = submission ? trackLengths(submission) : [];
  const team = [...marks.colleagues, staff];
  const noteViews = notes.map(({ id, staffName, text, createdAt }) => {
    return { id, staffName, createdAt, parts: noteParts(text, { colleagues: team, lengths }) };
  });
  return {
    ...desk,
    ...marks,
    notes: noteViews,
    moments: momentsOf(noteViews.flatMap(({ parts }) => parts)),
    savedReasons,
    decisionMails,
    submission,
    entry,
  };
}
