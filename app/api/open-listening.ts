import type { IRequestStrict } from "itty-router";
import { countPlay, followListeningLink } from "~/domain/publishing/listening-links.server";
import { parseRange } from "~/domain/uploads/file-range";
import { previewBytes } from "~/domain/uploads/receiving/make-preview.server";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { contentTypeOf, previewOf } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { NOT_FOUND, sendStored } from "./stored-reply";

const ONLY_LISTENING =
  "This link is for listening only. Ask the person who sent it if you need the file.";

/** @throws Response 404 where the link opens nothing, or no more. */
async function requireLink(request: IRequestStrict, context: AppContext) {
  const { db, settings, clock } = context;
  const token = String(request.params.token).slice(0, 100);
  const secret = settings.SIGNING_SECRET;
  const followed = await followListeningLink(db, { secret, token, now: clock() });
  if (followed === undefined || followed === "over") throw refusal(404, NOT_FOUND);
  return followed;
}

/** GET /files/listen/{token}/cover.jpg: the preview of the artwork, never the file itself. */
export async function openListeningCover(
  request: IRequestStrict,
  context: AppContext,
): Promise<Response> {
  const { submission } = await requireLink(request, context);
  const { artworkUploadId } = submission.form;
  const upload = artworkUploadId && (await findUpload(context.db, artworkUploadId));
  const bytes =
    upload && previewOf(upload) !== undefined ? await previewBytes(context, upload) : undefined;
  if (!bytes) throw refusal(404, NOT_FOUND);
  return new Response(bytes.slice(), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": "private, max-age=300" },
  });
}

/**
 * GET and HEAD /files/listen/{token}/tracks/{number}: the sound of a track, from 1, whole or by Range. Without
 * leave to download, a browser gets it for a player only. The request for its first byte counts as a play.
 */
export async function openListeningTrack(
  request: IRequestStrict,
  context: AppContext,
): Promise<Response> {
  const { db, clock, uploads } = context;
  const { link, submission } = await requireLink(request, context);
  if (!link.canDownload && request.headers.get("Sec-Fetch-Dest") === "document")
    throw refusal(403, ONLY_LISTENING, { plain: { title: ONLY_LISTENING, state: "over" } });
  const uploadId = submission.form.tracks[Number(request.params.number) - 1]?.uploadId;
  const upload = uploadId === undefined ? undefined : await findUpload(db, uploadId);
  if (upload?.state !== "complete") throw refusal(404, NOT_FOUND);
  const { id, fileName, size, kind, probe, sha256, key } = upload;
  const range = parseRange(request.headers.get("Range"), size);
  const isBeginning = range === undefined || (range !== "unsatisfiable" && range.offset === 0);
  if (request.method === "GET" && isBeginning)
    await countPlay(db, { linkId: link.id, uploadId: id }, clock());
  return sendStored(request, {
    ...{ fileName, size, contentType: contentTypeOf(kind, probe), hash: sha256 ?? id },
    read: (part) => backendOfUpload(uploads, upload).read(key, part),
  });
}
