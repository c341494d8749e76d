import type { IRequestStrict } from "itty-router";
import { portalProfile } from "~/domain/artists/portal-profile";
import { findAccountWithCounts } from "~/domain/artists/portal-profile.server";
import { findAccountSubmission } from "~/domain/submission/record/account-submissions.server";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { submissionTitle } from "~/domain/submission/record/release-name";
import type { Submission } from "~/domain/submission/record/submission-store.server";
import { filePath } from "~/domain/uploads/upload";
import { signFileLink } from "~/platform/file-link";
import { linkKeysOf } from "~/platform/link-keys";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { refusedWithBothShapes, reply } from "./replies";

/*
 * An artist's profile and submissions for their programs (`000…`, sections 3, 7 and 8), by session
 * cookie or token.
 */

async function readOwnProfile(request: IRequestStrict, context: AppContext): Promise<Response> {
  const artist = await requireArtist(request, context, "read");
  const accountSummary = await findAccountWithCounts(context.db, artist.id);
  if (!accountSummary) throw refusal(401, "Not authenticated");
  const { picture, ...profile } = portalProfile(
    accountSummary.account,
    accountSummary.submissionCount,
  );
  const profileBody = { ...profile, picture: picture && context.site + picture };
  return reply(200, { success: true, profile: profileBody });
}

/** A submission as specified; its signed file links work without a session, and expire. */
async function toSubmissionBody({ site, settings, clock }: AppContext, submission: Submission) {
  const { id, boardItemId, status, createdAt, form, files } = submission;
  // A transfer has no release, and so no type.
  const isTransfer = form.uploadType === "transfer";
  const [keys, now] = [linkKeysOf(settings), clock()];
  const link = async (file: { uploadId: string; fileName: string }) =>
    site +
    (await signFileLink(keys, filePath({ id: file.uploadId, fileName: file.fileName }), now));
  const artwork = files.find(({ kind }) => kind === "artwork");
  const tracks = files.filter(({ kind }) => kind === "track");
  return {
    mondayItemId: boardItemId ?? id,
    id,
    releaseTitle: submissionTitle(form),
    releaseType: isTransfer ? "" : form.releaseType,
    releaseDate: form.releaseDate || null,
    status,
    createdAt,
    mediaLinks: await Promise.all(tracks.map(link)),
    artworkUrl: artwork ? await link(artwork) : (form.catalogueItems[0]?.image ?? null),
  };
}

async function readOwnSubmission(request: IRequestStrict, context: AppContext): Promise<Response> {
  const artist = await requireArtist(request, context, "read");
  const id: string | undefined = request.params?.submissionId;
  if (!id) throw refusal(400, "No submission ID provided");
  const findOwn = () => findAccountSubmission(context.db, artist.id, id.slice(0, 64));
  let submission = await findOwn();
  if (submission?.archivedAt) {
    await restoreArchived(context, submission.id);
    submission = await findOwn();
  }
  if (!submission) throw refusal(404, "Submission not found");
  return reply(200, { success: true, submission: await toSubmissionBody(context, submission) });
}

/** GET /api/profile: the artist of the token or session. */
export const showProfile: typeof readOwnProfile = (request, context) =>
  readOwnProfile(request, context).catch(refusedWithBothShapes);

/**
 * GET /api/profile/submissions/{mondayItemId}: one of the artist's submissions, by board item or our
 * id. Others' look like ones that do not exist.
 */
export const showOwnSubmission: typeof readOwnSubmission = (request, context) =>
  readOwnSubmission(request, context).catch(refusedWithBothShapes);
