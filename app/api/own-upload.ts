import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { readDraftAndUpload } from "~/session/own-upload.server";
import { ALREADY_SUBMITTED, readDraft } from "~/session/require-draft.server";
import type { Draft } from "~/submission/draft";
import { keepDraft } from "~/submission/draft-store.server";
import type { Upload } from "~/uploads/upload";
import { refuse } from "./replies";

const NO_DRAFT = "Your draft was not found. Reload the page; what you saved is kept.";
const UPLOAD_NOT_FOUND = "This upload was not found. Choose the file again.";

/** An upload of the visitor's draft. */
export interface OwnUpload {
  draft: Draft;
  upload: Upload;
}

/**
 * The visitor's draft, if files of it may still change, and kept for 14 days from now since one is
 * about to; else the refusing reply.
 */
export async function draftForFiles(
  request: IRequestStrict,
  portal: Portal,
): Promise<Draft | Response> {
  const draft = await readDraft(request, portal);
  if (typeof draft === "string") return refuse(403, NO_DRAFT);
  if (draft.submitted) return refuse(409, ALREADY_SUBMITTED);
  await keepDraft(portal.db, draft.id, portal.clock());
  return draft;
}

/** The upload the request names, if it belongs to the visitor's draft; else the refusing reply. */
export async function ownUpload(
  request: IRequestStrict,
  portal: Portal,
  id: unknown,
): Promise<OwnUpload | Response> {
  const { draft, upload } = await readDraftAndUpload(request, portal, String(id).slice(0, 40));
  if (typeof draft === "string") return refuse(403, NO_DRAFT);
  if (!upload) return uploadNotFound();
  if (upload.draftId !== draft.id) return refuse(403, "This upload belongs to another draft.");
  if (draft.submitted && request.method !== "GET") return refuse(409, ALREADY_SUBMITTED);
  return { draft, upload };
}

/** The reply for an upload that is not there. */
export function uploadNotFound(): Response {
  return refuse(404, UPLOAD_NOT_FOUND);
}

/** The artist a file is filed under: the draft's, or while it has none the one that was sent. */
export function artistOf(draft: Draft, sent: string): string {
  return draft.answers.artist?.artistName || sent;
}

/** What staff need to find a failed call in the log, for the `details` of its reply. */
export function referenceOf({ requestId }: Portal): { details: string } {
  return { details: `Reference for support: ${requestId}` };
}

/** The reply for a visitor who starts uploads by the dozen. */
export function tooManyUploads(): Response {
  const text = "Too many uploads were started just now. Wait a minute, then try again.";
  const response = refuse(429, text);
  response.headers.set("Retry-After", "60");
  return response;
}
