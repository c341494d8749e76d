import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { isSignedPath } from "~/platform/signed-link";
import { readDraft } from "~/session/require-draft.server";
import { staffOnly } from "~/session/require-staff";
import { carrierOf } from "~/uploads/receiving/upload-rooms.server";
import { findUpload } from "~/uploads/receiving/upload-store.server";
import { contentTypeOf, type Upload } from "~/uploads/upload";
import { refuse } from "./replies";
import { NOT_FOUND, sendStored } from "./stored-reply";

/** Whether the visitor is staff, or holds a signed link, or the draft the file belongs to. */
async function mayOpenFile(
  request: IRequestStrict,
  portal: Portal,
  upload: Upload,
): Promise<boolean> {
  const { settings, clock } = portal;
  if (staffOnly(settings, request)) return true;
  if (await isSignedPath(settings.SIGNING_SECRET, new URL(request.url), clock())) return true;
  const draft = await readDraft(request, portal);
  return typeof draft === "object" && draft.id === upload.draftId;
}

/**
 * GET and HEAD /files/{uploadId}/{name}: a stored file, whole or by Range. A file that may not be
 * opened looks the same as one that does not exist.
 */
export async function openFile(request: IRequestStrict, portal: Portal): Promise<Response> {
  const upload = await findUpload(portal.db, String(request.params.id).slice(0, 40));
  if (upload?.state !== "complete" || !(await mayOpenFile(request, portal, upload)))
    return refuse(404, NOT_FOUND);
  const { fileName, size, sha256, id, key } = upload;
  return sendStored(request, {
    fileName,
    size,
    contentType: contentTypeOf(upload.kind, upload.probe),
    // The bytes of an upload never change, so its id names them as well.
    hash: sha256 ?? id,
    read: (range) => carrierOf(portal.uploads, upload).read(key, range),
  });
}
