import type { IRequestStrict } from "itty-router";
import { portalProfile } from "~/artists/portal-profile";
import { findAccountWithCounts } from "~/artists/portal-profile.server";
import { signFileLink } from "~/platform/file-link";
import { linkKeysOf } from "~/platform/link-keys";
import type { Portal } from "~/session/portal";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { findAccountSubmission } from "~/submission/record/account-submissions.server";
import { submissionTitle } from "~/submission/record/release-name";
import type { Submission } from "~/submission/record/submission-store.server";
import { filePath } from "~/uploads/upload";
import { refusedWithBothShapes, reply } from "./replies";

/*
 * What an artist sees of themselves and their submissions, for programs of theirs (`000…`, sections 3, 7
 * and 8). By the cookie of a session, or by a token.
 */

async function ownProfile(request: IRequestStrict, portal: Portal): Promise<Response> {
  const artist = await requireArtist(request, portal);
  const accountSummary = await findAccountWithCounts(portal.db, artist.id);
  if (!accountSummary) throw refusal(401, "Not authenticated");
  const { picture, ...profile } = portalProfile(
    accountSummary.account,
    accountSummary.submissionCount,
  );
  const whole = { ...profile, picture: picture && portal.site + picture };
  return reply(200, { success: true, profile: whole });
}

/** A submission as the specification has it; links to its files work by themselves, and end. */
async function shownSubmission({ site, settings, clock }: Portal, submission: Submission) {
  const { id, mondayItemId, status, createdAt, form, files } = submission;
  // Where only a catalogue moves there is no release to have a type.
  const moves = form.uploadType === "transfer";
  const [keys, now] = [linkKeysOf(settings), clock()];
  const link = async (file: { uploadId: string; fileName: string }) =>
    site +
    (await signFileLink(keys, filePath({ id: file.uploadId, fileName: file.fileName }), now));
  const artwork = files.find(({ kind }) => kind === "artwork");
  const tracks = files.filter(({ kind }) => kind === "track");
  return {
    mondayItemId: mondayItemId ?? id,
    id,
    releaseTitle: submissionTitle(form),
    releaseType: moves ? "" : form.releaseType,
    releaseDate: form.releaseDate || null,
    status,
    createdAt,
    mediaLinks: await Promise.all(tracks.map(link)),
    artworkUrl: artwork ? await link(artwork) : (form.catalogueItems[0]?.image ?? null),
  };
}

async function ownSubmission(request: IRequestStrict, portal: Portal): Promise<Response> {
  const artist = await requireArtist(request, portal);
  const id: string | undefined = request.params?.submissionId;
  if (!id) throw refusal(400, "No submission ID provided");
  const submission = await findAccountSubmission(portal.db, artist.id, id.slice(0, 64));
  if (!submission) throw refusal(404, "Submission not found");
  return reply(200, { success: true, submission: await shownSubmission(portal, submission) });
}

/** GET /api/profile: whose token or session it is. */
export const showProfile: typeof ownProfile = (request, portal) =>
  ownProfile(request, portal).catch(refusedWithBothShapes);

/**
 * GET /api/profile/submissions/{mondayItemId}: one of their submissions, by its item on the board or our
 * own id. Another artist's is not there, as little as one that never was.
 */
export const showOwnSubmission: typeof ownSubmission = (request, portal) =>
  ownSubmission(request, portal).catch(refusedWithBothShapes);
