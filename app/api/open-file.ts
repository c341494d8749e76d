import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { isSignedPath } from "~/platform/signed-link";
import { readDraft } from "~/session/require-draft.server";
import { type FileRange, parseRange } from "~/uploads/file-range";
import { carrierOf } from "~/uploads/receiving/upload-rooms.server";
import { findUpload } from "~/uploads/receiving/upload-store.server";
import { contentTypeOf, type Upload } from "~/uploads/upload";
import { refuse } from "./replies";

const NOT_FOUND = "This file was not found, or this link has expired.";

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

/** What names a stored file's bytes: they never change, so its hash or its id will do. */
function etagOf({ sha256, id }: Upload): string {
  return `"${sha256 ?? id}"`;
}

/** The range a request asks for. One of bytes that have changed since is answered with all of them. */
function askedRange({ headers }: IRequestStrict, upload: Upload) {
  const condition = headers.get("If-Range");
  if (condition !== null && condition !== etagOf(upload)) return undefined;
  return parseRange(headers.get("Range"), upload.size);
}

/**
 * GET and HEAD /files/{uploadId}/{name}: a stored file, whole or by Range. A file that may not be
 * opened looks the same as one that does not exist.
 */
export async function openFile(request: IRequestStrict, portal: Portal): Promise<Response> {
  const upload = await findUpload(portal.db, String(request.params.id).slice(0, 40));
  if (upload?.state !== "complete" || !(await mayOpenFile(request, portal, upload)))
    return refuse(404, NOT_FOUND);
  if (request.headers.get("If-None-Match") === etagOf(upload))
    return new Response(null, { status: 304, headers: { ETag: etagOf(upload) } });
  const range = askedRange(request, upload);
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${upload.size}` },
    });
  const init = { status: range ? 206 : 200, headers: fileHeaders(upload, range) };
  if (request.method === "HEAD") return new Response(null, init);
  const body = await carrierOf(portal.uploads, upload).read(upload.key, range);
  return body ? new Response(body, init) : refuse(404, NOT_FOUND);
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
    ETag: etagOf(upload),
    ...(range && { "Content-Range": `bytes ${range.offset}-${last}/${upload.size}` }),
  };
}
