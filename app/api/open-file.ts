import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { isSignedPath } from "~/platform/signed-link";
import { readDraft } from "~/session/require-draft.server";
import { type FileRange, parseRange } from "~/uploads/file-range";
import { contentTypeOf, type Upload } from "~/uploads/upload";
import { findUpload } from "~/uploads/upload-store.server";
import { refuse } from "./replies";

/** Whether the visitor holds a signed link, or the draft the file belongs to. */
async function mayOpenFile(
  request: IRequestStrict,
  portal: Portal,
  upload: Upload,
): Promise<boolean> {
  const { settings, clock } = portal;
  if (await isSignedPath(settings.SIGNING_SECRET, new URL(request.url), clock())) return true;
  const draft = await readDraft(request, portal);
  return typeof draft === "object" && draft.id === upload.draftId;
}

/**
 * GET /files/{uploadId}/{name}: a stored file, whole or by Range. A file that may not be opened
 * looks the same as one that does not exist.
 */
export async function openFile(request: IRequestStrict, portal: Portal): Promise<Response> {
  const upload = await findUpload(portal.db, String(request.params.id).slice(0, 40));
  if (upload?.state !== "complete" || !(await mayOpenFile(request, portal, upload)))
    return refuse(404, "This file was not found, or this link has expired.");
  const range = parseRange(request.headers.get("Range"), upload.size);
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${upload.size}` },
    });
  const object = await portal.uploads.files.get(upload.key, range && { range });
  if (!object) return refuse(404, "This file was not found, or this link has expired.");
  return new Response(object.body, {
    status: range ? 206 : 200,
    headers: fileHeaders(upload, range),
  });
}

function fileHeaders(upload: Upload, range: FileRange | undefined): Record<string, string> {
  const length = range ? range.length : upload.size;
  const last = (range?.offset ?? 0) + length - 1;
  return {
    "Content-Type": contentTypeOf(upload.kind, upload.probe),
    "Content-Length": String(length),
    "Content-Disposition": `inline; filename*=UTF-8''${encodeURIComponent(upload.fileName)}`,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=3600",
    ...(range && { "Content-Range": `bytes ${range.offset}-${last}/${upload.size}` }),
  };
}
