import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import { type IRequestStrict, Router } from "itty-router";
import { saveDraftStep } from "./draft";
import { reportError } from "./error-report";
import { testGoogleAuth } from "./google";
import { listJobs, runJobAgain } from "./jobs";
import { showOutbox } from "./mails";
import { createBoardItem, listBoardColumns, testBoard } from "./monday";
import { getConfig, getHealth, keepAlive } from "./monitoring";
import { openClip } from "./open-clip";
import { openFile } from "./open-file";
import { finishUpload } from "./process-upload";
import { refuse } from "./replies";
import { processSocialClips } from "./social-clips";
import {
  getAlbumMetadata,
  getTrackMetadata,
  limitLookups,
  searchForArtists,
  searchForMusic,
  testConnection,
  verifyArtistUrl,
} from "./spotify";
import { standardUpload } from "./standard-upload";
import { checkSubmission, recordSubmission } from "./submission";
import { joinPart, putPart, putPiece, signParts } from "./upload-parts";
import { abortUpload, beginUpload, showUpload } from "./uploads";

const upload = "/api/cloud-storage/uploads/:id";

/**
 * The JSON API of the specification and the file links. Errors the caller can act on are replies
 * with `success: false` and a sentence; anything else throws and becomes the edge's 500.
 */
export const api = Router<IRequestStrict, [portal: Portal]>();

api
  .get("/api/health", getHealth)
  .get("/api/config", getConfig)
  .get("/api/keep-alive", keepAlive)
  .post("/api/monitoring/error-report", reportError)
  .put("/api/drafts/current/:step", saveDraftStep)
  .post("/api/submission/check", checkSubmission)
  .post("/api/submission/record", recordSubmission)
  .post("/api/upload", standardUpload)
  .post("/api/cloud-storage/upload-url", beginUpload)
  .post("/api/cloud-storage/process-upload", finishUpload)
  .post(`${upload}/part-urls`, signParts)
  .put(`${upload}/parts/:number`, putPart)
  .put(`${upload}/parts/:number/pieces`, putPiece)
  .post(`${upload}/parts/:number/join`, joinPart)
  .get(upload, showUpload)
  .delete(upload, abortUpload)
  .get("/files/:id/:name", openFile)
  .head("/files/:id/:name", openFile)
  .get("/files/clips/:submission/:upload/:clip/:name", openClip)
  .head("/files/clips/:submission/:upload/:clip/:name", openClip)
  .post("/api/background/process-social-clips", processSocialClips)
  .all("/api/spotify/*", limitLookups)
  .get("/api/spotify/search/artists", searchForArtists)
  .get("/api/spotify/search/music", searchForMusic)
  .post("/api/spotify/verify/artist", verifyArtistUrl)
  .get("/api/spotify/albums/:id+/metadata", getAlbumMetadata)
  .get("/api/spotify/tracks/:id+/metadata", getTrackMetadata)
  .get("/api/spotify/test", testConnection)
  .post("/api/monday/create-item", createBoardItem)
  .get("/api/monday/test-connection", testBoard)
  .get("/api/monday/columns", listBoardColumns)
  .get("/api/jobs", listJobs)
  .post("/api/jobs/:id/run-again", runJobAgain)
  .get("/api/mails", showOutbox)
  .post("/api/google/auth", testGoogleAuth)
  .all("*", () => refuse(404, "There is nothing at this address."));
