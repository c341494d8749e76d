import { type IRequestStrict, Router } from "itty-router";
import type { AppContext } from "~/session/app-context";
import { autosaveProfile, saveReleasePart } from "./autosave-calls";
import { takeBoardEvent } from "./board-events";
import { showCalendar } from "./calendar";
import { getConfig, setConfig } from "./config";
import { saveDraftStep } from "./draft-calls";
import { showDraftVersions } from "./draft-news";
import { changeDraftSlot } from "./draft-slots";
import { takeDropboxEvent } from "./dropbox-sign-events";
import { reportError } from "./error-report-calls";
import { endFileLinks } from "./file-links";
import { testGoogleAuth } from "./google";
import { listJobs, runJobAgain } from "./job-calls";
import {
  invitationDetails,
  returningDetails,
  validateInvitation,
  validateReturning,
} from "./link-calls";
import { allowMailsAgain, showOutbox } from "./mails";
import { takeUploadHealth, takeVitals } from "./measures";
import { createBoardItem, listBoardColumns, testBoard } from "./monday-calls";
import { getHealth, keepAlive, showDashboard } from "./monitoring";
import { openClip } from "./open-clip";
import { openFile } from "./open-file";
import { openListeningCover, openListeningTrack } from "./open-listening";
import { openPicture } from "./open-picture";
import { openProof } from "./open-proof";
import { openPreview, putPreview } from "./previews";
import { finishUpload } from "./process-upload";
import { showOwnSubmission, showProfile } from "./profile-calls";
import { rateLimited, rateLimitedIfAvailable, rateLimitedTest } from "./rate-limited";
import { refuse, refusedCall } from "./replies";
import { processSocialClips } from "./social-clips";
import {
  getAlbumMetadata,
  getTrackMetadata,
  limitVerifying,
  searchForArtists,
  searchForMusic,
  testConnection,
  verifyArtistUrl,
} from "./spotify-lookups";
import { standardUpload } from "./standard-upload";
import { checkSubmission, recordSubmission, showSubmission } from "./submission";
import { putPart, putPiece, signParts } from "./upload-parts";
import { abortUpload, beginUpload, beginUploads, showUpload } from "./uploads";
import { joinWaitingListCall } from "./waiting-list-calls";

const upload = "/api/cloud-storage/uploads/:id";
// Not for the bytes themselves, which use signed links.
const uploadCall = rateLimited("upload-calls");
const tokenCheck = rateLimitedIfAvailable("token-checks");

/**
 * The specified JSON API and the file links. Errors that callers can act on are replies with `success:
 * false` and a sentence; anything else is thrown and becomes a 500.
 */
export const api = Router<IRequestStrict, [context: AppContext]>({ catch: refusedCall });

api
  .get("/api/health", rateLimitedIfAvailable("status-reads"), getHealth)
  .get("/api/config", rateLimitedIfAvailable("status-reads"), getConfig)
  .post("/api/config/set", setConfig)
  .get("/api/keep-alive", keepAlive)
  .get("/api/invitation/validate", validateInvitation)
  .get("/api/invitation/validate/:token", tokenCheck, validateInvitation)
  .get("/api/invitation/details", invitationDetails)
  .get("/api/invitation/details/:token", tokenCheck, invitationDetails)
  .get("/api/returning-artist/validate", validateReturning)
  .get("/api/returning-artist/validate/:token", tokenCheck, validateReturning)
  .get("/api/returning-artist/details", returningDetails)
  .get("/api/returning-artist/details/:token", tokenCheck, returningDetails)
  .post("/api/monitoring/error-report", reportError)
  .post("/api/monitoring/vitals", takeVitals)
  .post("/api/monitoring/uploads", takeUploadHealth)
  .get("/api/drafts/current", rateLimited("status-reads"), showDraftVersions)
  .put("/api/drafts/current/:step", rateLimited("saves"), saveDraftStep)
  .get("/api/profile", rateLimited("status-reads"), showProfile)
  .get("/api/profile/submissions", rateLimited("status-reads"), showOwnSubmission)
  .get("/api/profile/submissions/:submissionId", rateLimited("status-reads"), showOwnSubmission)
  .put("/api/release-details/:id/:part", saveReleasePart)
  .put("/api/profile/form", autosaveProfile)
  .get("/api/calendar/:token/dates.ics", rateLimited("status-reads"), showCalendar)
  .get("/api/submission", rateLimited("status-reads"), showSubmission)
  .post("/api/submission/check", rateLimited("checks"), checkSubmission)
  .post("/api/submission/record", rateLimited("records"), recordSubmission)
  .post("/api/waiting-list", joinWaitingListCall)
  .post("/api/upload", standardUpload)
  .post("/api/cloud-storage/upload-url", uploadCall, beginUpload)
  .post("/api/cloud-storage/upload-urls", uploadCall, beginUploads)
  .post("/api/cloud-storage/process-upload", uploadCall, finishUpload)
  .post(`${upload}/part-urls`, uploadCall, signParts)
  .put(`${upload}/parts/:number`, putPart)
  .put(`${upload}/parts/:number/pieces`, putPiece)
  .put(`${upload}/preview`, uploadCall, putPreview)
  .put("/api/cloud-storage/slots", uploadCall, changeDraftSlot)
  .get(upload, uploadCall, showUpload)
  .delete(upload, uploadCall, abortUpload)
  .all("/files/*", rateLimited("file-reads"))
  // Before the files: no upload has one of these ids.
  .get("/files/previews/:id", openPreview)
  .head("/files/previews/:id", openPreview)
  .get("/files/pictures/:artistId/:pictureId/:size", openPicture)
  .head("/files/pictures/:artistId/:pictureId/:size", openPicture)
  .get("/files/proofs/:id/:name", openProof)
  .head("/files/proofs/:id/:name", openProof)
  .get("/files/listen/:token/cover.jpg", openListeningCover)
  .get("/files/listen/:token/tracks/:number", openListeningTrack)
  .head("/files/listen/:token/tracks/:number", openListeningTrack)
  .get("/files/:id/:name", openFile)
  .head("/files/:id/:name", openFile)
  .get("/files/clips/:submission/:upload/:clip/:name", openClip)
  .head("/files/clips/:submission/:upload/:clip/:name", openClip)
  .post("/api/background/process-social-clips", processSocialClips)
  .post("/api/spotify/verify/artist", limitVerifying, verifyArtistUrl)
  .all("/api/spotify/*", rateLimited("lookups"))
  .get("/api/spotify/search/artists", searchForArtists)
  .get("/api/spotify/search/music", searchForMusic)
  .get("/api/spotify/albums/:id+/metadata", getAlbumMetadata)
  .get("/api/spotify/tracks/:id+/metadata", getTrackMetadata)
  // Without an id: the router has no empty parameters.
  .get("/api/spotify/albums/*/metadata", getAlbumMetadata)
  .get("/api/spotify/tracks/*/metadata", getTrackMetadata)
  .get("/api/spotify/test", rateLimitedTest("spotify", "Spotify"), testConnection)
  .post("/api/monday/create-item", createBoardItem)
  .get("/api/monday/test-connection", rateLimitedTest("board", "The board"), testBoard)
  .get("/api/monday/columns", rateLimitedTest("board", "The board"), listBoardColumns)
  .post("/api/monday/webhook", takeBoardEvent)
  .get("/api/analytics/dashboard", showDashboard)
  .get("/api/jobs", listJobs)
  .post("/api/jobs/:id/run-again", runJobAgain)
  .post("/api/file-links/end", endFileLinks)
  .get("/api/mails", showOutbox)
  .post("/api/mails/:id/allow", allowMailsAgain)
  .post("/api/dropbox-sign/events", rateLimited("status-reads"), takeDropboxEvent)
  .post("/api/google/auth", rateLimitedTest("drive", "The drive"), testGoogleAuth)
  .all("*", refuseUnknownCall);

/**
 * Unknown calls: 404 for unknown paths, else 405 with the allowed methods. HEAD is answered like GET
 * without a body, OPTIONS with the methods.
 */
async function refuseUnknownCall(request: IRequestStrict, context: AppContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  const methods = api.routes.flatMap(([method, path]) =>
    method !== "ALL" && path.test(pathname) ? [method] : [],
  );
  if (methods.length === 0) return refuse(404, "There is nothing at this address.");
  if (request.method === "HEAD" && methods.includes("GET")) {
    const { url, headers } = request;
    const response: Response = await api.fetch(new Request(url, { headers }), context);
    return new Response(null, response);
  }
  const Allow = [...new Set([...methods, "OPTIONS"])].join(", ");
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow } });
  const response = refuse(405, `This call is made with ${methods.join(" or ")}.`);
  response.headers.set("Allow", Allow);
  return response;
}
