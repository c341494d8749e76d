import { readReleaseState, releaseClock } from "~/domain/artists/release-states.server";
import { hasStatusMail } from "~/domain/mail/read-outbox.server";
import { canBePublished } from "~/domain/publishing/published-releases.server";
import { nearDate } from "~/domain/submission/music/next-date";
import { releaseDays } from "~/domain/submission/music/release-days";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import {
  type ArtistSubmission,
  findArtistSubmission,
} from "~/domain/submission/record/artist-submission.server";
import { fixKind, isFinalNo } from "~/domain/submission/record/fix-link";
import { lastReason, rejectionReason } from "~/domain/submission/record/past-statuses";
import {
  artistTasks,
  type PendingAction,
  pendingActions,
} from "~/domain/submission/record/pending-actions";
import { artworkUrlOf } from "~/domain/submission/record/release-card";
import { submissionTitle } from "~/domain/submission/record/release-name";
import { findDraftToFix } from "~/domain/submission/record/resend-draft.server";
import { NOT_MAILED, statusBanner } from "~/domain/submission/record/status-text";
import { storeLinksOf } from "~/domain/submission/record/store-links";
import type { SubmissionView } from "~/domain/submission/record/submission-view";
import { workProgress } from "~/domain/submission/record/work-progress";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { filePath, previewOf } from "~/domain/uploads/upload";
import { jobHistory } from "~/jobs/job-history.server";
import type { SignedIn } from "~/platform/principal";
import { isInProgress, type StatusText } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";

const NO_SUBMISSION = "Submission not found";
export const NO_ID = "No submission ID provided";
const FAILED = "Failed to load submission details";

/**
 * A submission of the signed-in artist.
 * @throws Response 404 for others' and unknown ones alike, 503 where the database does not answer.
 */
export async function requireOwnSubmission(
  context: AppContext,
  { id: artistId }: SignedIn,
  id: string | undefined,
): Promise<ArtistSubmission> {
  const { db, scope } = context;
  const name = (id ?? "").slice(0, 64);
  let submission: ArtistSubmission | undefined;
  try {
    submission = await findArtistSubmission(db, artistId, name);
    if (submission?.archivedAt) {
      await restoreArchived(context, submission.id);
      submission = await findArtistSubmission(db, artistId, name);
    }
  } catch (error) {
    scope.logFailure(error);
    throw refusal(503, FAILED);
  }
  if (!submission) throw refusal(404, NO_SUBMISSION);
  return submission;
}

/** Its files: tracks by number, then artwork. */
function toMedia({ form, files }: ArtistSubmission) {
  const findFile = (uploadId: string | undefined) =>
    files.find((file) => file.uploadId === uploadId);
  const labeledFiles = [
    ...form.tracks.map(
      ({ uploadId }, index) => [`Track ${index + 1}`, findFile(uploadId)] as const,
    ),
    ["Artwork", findFile(form.artworkUploadId)] as const,
    ...form.tracks.map(
      ({ customArtworkUploadId }, index) =>
        [`Artwork of track ${index + 1}`, findFile(customArtworkUploadId)] as const,
    ),
  ];
  return labeledFiles.flatMap(([label, file]) =>
    file
      ? [
          {
            label,
            name: file.fileName,
            url: filePath({ id: file.uploadId, fileName: file.fileName }),
          },
        ]
      : [],
  );
}

/** The status banner. A rejection mentions its email only if one was sent. */
async function readBanner(
  { db }: Pick<AppContext, "db">,
  submission: ArtistSubmission,
  actions: readonly PendingAction[],
): Promise<StatusText> {
  const { id, status, history } = submission;
  const banner = statusBanner(status, actions);
  const last = history.at(-1);
  const isRejected = fixKind(submission) === "rejected" || isFinalNo(submission);
  if (!isRejected || last?.id === undefined) return banner;
  return (await hasStatusMail(db, id, last.at)) ? banner : { ...banner, text: NOT_MAILED };
}

/** Address of its artwork preview; null if there is none. */
async function readArtworkUrl({ db }: Pick<AppContext, "db">, { form }: ArtistSubmission) {
  const upload = form.artworkUploadId && (await findUpload(db, form.artworkUploadId));
  return artworkUrlOf(upload ? previewOf(upload) : undefined, form.catalogueItems[0]?.image);
}

/** Where it can be corrected, a release date that is too near by now. */
async function readNearDate({ db, clock, scope }: AppContext, submission: ArtistSubmission) {
  if (fixKind(submission) === undefined || submission.resend?.sent) return undefined;
  const draft = await findDraftToFix(db, submission);
  return nearDate(draft?.answers.music, scope.artistDay(clock()));
}

export async function showOwnSubmission(
  context: AppContext,
  artist: SignedIn,
  id: string | undefined,
): Promise<SubmissionView> {
  const { db, drive, settings } = context;
  const submission = await requireOwnSubmission(context, artist, id);
  const release = await readReleaseState(db, submission.id, releaseClock(context));
  const actions = release ? pendingActions(release.state) : [];
  const [jobs, banner, artwork, near] = await Promise.all([
    jobHistory(db, submission.id),
    readBanner(context, submission, actions),
    readArtworkUrl(context, submission),
    readNearDate(context, submission),
  ]);
  const { form, status, history, reference, artistNote, artistNoteAt, createdAt } = submission;
  const kind = fixKind(submission);
  const isFinal = isFinalNo(submission);
  const ownPath = `/submission/${encodeURIComponent(release?.id ?? "")}`;
  return {
    id: submission.id,
    reference,
    title: submissionTitle(form),
    artistName: submission.artistName,
    type: form.uploadType === "transfer" ? "" : form.releaseType,
    status,
    banner,
    artwork,
    releaseDate: form.uploadType === "transfer" ? "" : releaseDays(form).full,
    createdAt,
    actions,
    tasks: release ? artistTasks(actions, release).filter(({ to }) => to !== ownPath) : [],
    progress: release?.progress,
    openedAt: submission.openedAt,
    reason: kind === "rejected" || isFinal ? rejectionReason(history) : kind && lastReason(history),
    isFinal,
    note: artistNote && artistNoteAt ? { text: artistNote, at: artistNoteAt } : undefined,
    work: workProgress(jobs, { mirrors: drive.state !== "off" }),
    media: toMedia(submission),
    again: kind ? (submission.resend ?? ("new" as const)) : undefined,
    near,
    detailsPath: isInProgress(status)
      ? `/release-details/${submission.boardItemId ?? submission.id}`
      : undefined,
    stores: canBePublished(status) ? storeLinksOf(submission) : [],
    publicPath:
      submission.publishedAt && canBePublished(status) ? `/details/${submission.id}` : undefined,
    supportEmail: settings.SUPPORT_EMAIL,
  };
}
