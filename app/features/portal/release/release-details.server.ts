import {
  checkDetails,
  codeInUseErrors,
  codesOf,
  toTitleKey,
  unknownLanguageErrors,
} from "~/domain/artists/release/check-details";
import { creditRows } from "~/domain/artists/release/credit-rows";
import {
  answerAll,
  type Details,
  startingDetails,
  withPeople,
} from "~/domain/artists/release/details";
import {
  findKnownRecordings,
  findUsedCodes,
  hasUnsentChanges,
  readReleaseDetails,
  submitDetails,
} from "~/domain/artists/release/details-store.server";
import { applyFileIsrc, isrcOffers, withFileIsrcs } from "~/domain/artists/release/file-isrcs";
import { isrcNote, knownRecordingNote } from "~/domain/artists/release/isrc-note";
import { ADD_PROOF } from "~/domain/artists/release/rights-proofs";
import { writerStates } from "~/domain/artists/splits/split-state";
import { splitRows } from "~/domain/artists/splits/split-store.server";
import { currentSplitTracks } from "~/domain/artists/splits/splits";
import { mailStatements } from "~/domain/mail/outbox.server";
import { staffAlertMail } from "~/domain/mail/staff-alerts";
import { explicitRules } from "~/domain/submission/music/advice-explicit";
import { releaseName } from "~/domain/submission/record/release-name";
import { filesOfSubmittedDraft } from "~/domain/uploads/receiving/upload-store.server";
import { type FieldErrors, hasNoErrors } from "~/forms/form-reply";
import { languageSuggestions } from "~/reference/language-names";
import type { AppContext } from "~/session/app-context";
import {
  autosavePage,
  type OwnRelease,
  postedDetails,
  RELEASE_CHANGED,
  type ReleasePostResult,
  releaseConflict,
  saveRelease,
} from "./own-release.server";
import { proofViews, removePostedProof } from "./release-proofs.server";

export function releaseHeader({ submission }: OwnRelease) {
  const { form, boardItemId, id, artistName } = submission;
  return { id: boardItemId ?? id, title: releaseName(form), artistName, date: form.releaseDate };
}

async function countShares({ db, clock }: AppContext, { submission, stored }: OwnRelease) {
  const { form, id } = submission;
  const rows = await splitRows(db, id);
  const now = clock();
  const states = currentSplitTracks(stored?.answers, form).flatMap((track) =>
    writerStates(track, { rows, now }),
  );
  const count = (...matching: string[]) =>
    states.filter(({ state }) => matching.includes(state)).length;
  return {
    writers: states.length,
    confirmed: count("confirmed", "me"),
    waiting: count("waiting"),
    disputed: count("disputed"),
    unasked: count("unasked", "expired"),
  };
}

export async function detailsPage(context: AppContext, release: OwnRelease) {
  const { submission, stored } = release;
  const { form, artistName, artistNote, artistNoteAt } = submission;
  const uploads = await filesOfSubmittedDraft(context.db, submission.draftId);
  const details = startingDetails(stored?.answers.details, form);
  const known = stored?.answers.details ? details : withFileIsrcs(details, form, uploads);
  const values = withPeople(known, form);
  const offers = isrcOffers(values, form, uploads);
  const isrcNotes = await findIsrcNotes(context, release, values);
  return {
    head: releaseHeader(release),
    // A submission in progress opens on this page, so the artist note must be shown here.
    note: artistNote && artistNoteAt ? { text: artistNote, at: artistNoteAt } : undefined,
    page: await autosavePage(release, "details"),
    values,
    tracks: form.tracks.map((track, index) => ({
      title: track.title,
      metadata: { soloWork: track.metadata.soloWork },
      credits: creditRows(track, artistName),
      /** The ISRC that its file says, where the field has another one or none. */
      fileIsrc: offers[index],
      /** What is unusual about the saved ISRC. */
      isrcNote: isrcNotes[index],
      /** What does not fit between its title and the saved answer about explicit words. */
      explicitNote: explicitNote(track.title, values.tracks[index]?.explicit),
    })),
    sentAt: stored?.sentAt ?? undefined,
    /** Whether something has changed since it was sent. */
    changedSince: hasUnsentChanges(stored?.sent?.details, values),
    savedAt: stored?.updatedAt,
    proofs: await proofViews(context, release),
    languages: languageSuggestions().map(({ english, own }) => [english, own] as const),
    shares: await countShares(context, release),
    /** The server's time, in ISO format. */
    today: context.clock().toISOString(),
  };
}

/** What to ask about the ISRC of each track; undefined where nothing is. */
async function findIsrcNotes(
  { db }: AppContext,
  { owner, submission }: OwnRelease,
  values: Details,
) {
  const tracks = values.tracks.map(({ isrc, version }, index) => ({
    isrc,
    title: toTitleKey(submission.form.tracks[index]?.title ?? "", version),
  }));
  const known = await findKnownRecordings(
    db,
    owner,
    tracks.map(({ title }) => title),
  );
  return tracks.map(({ isrc, title }) => {
    const codes = known.filter((recording) => recording.title === title).map(({ code }) => code);
    return isrcNote(isrc) ?? knownRecordingNote(isrc, codes);
  });
}

/** What is wrong about the artist's answer to "Explicit words"; nothing before it is given. */
function explicitNote(title: string, answer: string | undefined): string | undefined {
  return answer ? explicitRules(title, answer)[0]?.text : undefined;
}

async function findErrors(
  { db, clock }: AppContext,
  { owner, submission }: OwnRelease,
  details: Details,
): Promise<FieldErrors> {
  const errors = checkDetails(details, submission.form, clock());
  const codes = codesOf(details, submission.form);
  const codeErrors = codeInUseErrors(await findUsedCodes(db, owner, codes));
  return { ...codeErrors, ...unknownLanguageErrors(details), ...errors };
}

/**
 * Submits the saved details; the team gets one mail per day about it. @returns whether they were submitted.
 */
async function sendDetails(context: AppContext, release: OwnRelease, version: number) {
  const { db, clock, ids, board, mail, scope, sendJobs, log, site } = context;
  const { owner, submission } = release;
  const { submissionId } = owner;
  const storedDetails = await readReleaseDetails(db, submissionId);
  const { details } = storedDetails?.answers ?? {};
  if (!storedDetails || !details || storedDetails.version !== version) return false;
  const now = clock();
  const jobId = ids.next(now);
  const hasBoard = board !== undefined;
  const alert = staffAlertMail(
    {
      key: `details-sent:${submissionId}:${now.toISOString().slice(0, 10)}`,
      subject: "An artist has sent release details",
      sentences: ["An artist has sent the details that stores need for a release."],
      facts: [
        ["Artist", submission.artistName],
        ["Release", releaseName(submission.form)],
        ["Reference", submission.reference],
      ],
      submissionId,
      url: `${site}/staff/submissions/${submissionId}`,
    },
    mail.staff,
    mail.brand,
  );
  let mailJob = "";
  const isSent = await submitDetails(db, owner, {
    answers: storedDetails.answers,
    codes: codesOf(details, submission.form),
    version,
    now,
    jobId,
    hasBoard,
    requestId: scope.requestId,
    extraStatements: async (when) => {
      const mailPart = await mailStatements(db, alert, mail.rules, { now, ids, when });
      mailJob = mailPart.jobId;
      return mailPart.statements;
    },
  });
  if (!isSent) return false;
  log("info", "details.sent", { submissionId });
  await sendJobs(hasBoard ? [jobId, mailJob] : [mailJob], { submissionId });
  return true;
}

const REST_IS_SAVED = "Everything else is saved.";

/**
 * Handles the buttons of the details' page. Typed values are saved whatever the button, and whatever is
 * wrong with the files beside them.
 */
export async function postDetails(
  context: AppContext,
  release: OwnRelease,
  { fields, fileErrors }: { fields: [string, string][]; fileErrors: FieldErrors },
): Promise<ReleasePostResult> {
  const intent = fields.findLast(([name]) => name === "intent")?.[1] ?? "save";
  const details = postedDetails(release, fields);
  const editedDetails = answerAll(details, intent) ?? applyFileIsrc(details, intent);
  const value = editedDetails ?? details;
  const result = await saveRelease(context, release, { part: "details", value, fields });
  if (result.kind === "conflict") return releaseConflict(value, fields, result);
  const replyBase = { values: value, errors: {}, summary: [] };
  const { token: version } = result;
  if (!hasNoErrors(fileErrors)) {
    const reply = { ...replyBase, errors: fileErrors, summary: [REST_IS_SAVED], version };
    return { reply, status: 400 };
  }
  const isProofButton = (await removePostedProof(context, release, intent)) || intent === ADD_PROOF;
  if (editedDetails || isProofButton) return { reply: { ...replyBase, version }, status: 200 };
  if (intent !== "send") return { noticeCode: "saved" };
  const errors = await findErrors(context, release, value);
  if (!hasNoErrors(errors)) return { reply: { ...replyBase, errors, version }, status: 400 };
  if (await sendDetails(context, release, result.version)) return { noticeCode: "sent" };
  // Another save of this form or a use of one of its codes came first.
  const newErrors = await findErrors(context, release, value);
  const summary = hasNoErrors(newErrors) ? [RELEASE_CHANGED] : [];
  return { reply: { ...replyBase, errors: newErrors, summary, version }, status: 409 };
}
