import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { readDraftAndUpload, recallDraftAndUpload } from "~/session/own-upload.server";
import { ALREADY_SUBMITTED, readDraft } from "~/session/require-draft.server";
import { visitorKey } from "~/session/visitor";
import { completeUpload } from "~/uploads/complete-upload.server";
import { partCount, uploadKinds } from "~/uploads/plan";
import { receivePart } from "~/uploads/receive-part.server";
import { removeUpload } from "~/uploads/remove-upload.server";
import { startUpload } from "~/uploads/start-upload.server";
import { filePath, type Upload } from "~/uploads/upload";
import { partsHeld } from "~/uploads/upload-store.server";
import { readJson, refuse, reply } from "./replies";

const NO_DRAFT = "Your draft was not found. Reload the page; what you saved is kept.";

const beginSchema = v.object({
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  fileSize: v.pipe(v.number(), v.integer(), v.minValue(0)),
  contentType: v.optional(v.pipe(v.string(), v.maxLength(200)), ""),
  fileType: v.picklist(uploadKinds),
  slot: v.pipe(v.string(), v.maxLength(60)),
});

/** POST /api/cloud-storage/upload-url: opens a multipart upload for a chosen file. */
export async function beginUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const parsed = await readJson(request, beginSchema);
  if (!parsed.ok) return parsed.response;
  const draft = await readDraft(request, portal);
  if (typeof draft === "string") return refuse(403, NO_DRAFT);
  if (draft.submitted) return refuse(409, ALREADY_SUBMITTED);
  if (!(await portal.mayStartUpload(visitorKey(request))))
    return refuse(429, "Too many uploads were started just now. Wait a minute, then try again.");
  await portal.drill("upload-start", draft.id);
  const { fileName, fileSize: size, contentType, fileType: kind, slot } = parsed.body;
  const artistName = draft.answers.artist?.artistName ?? "";
  const file = { draftId: draft.id, artistName, kind, slot, fileName, contentType, size };
  const started = await startUpload(portal.uploads, file, portal.clock, portal.ids);
  if (!started.ok) return refuse(started.status, started.text);
  const { upload } = started;
  portal.log("info", "upload.started", { draftId: draft.id, uploadId: upload.id, bytes: size });
  return reply(200, {
    success: true,
    uploadId: upload.id,
    uploadUrl: `/api/cloud-storage/uploads/${upload.id}/parts/`,
    fileName: upload.fileName,
    partSize: upload.partSize,
    parts: partCount(size, upload.partSize),
  });
}

/** The upload the request names, if it belongs to the visitor's draft; else the refusing reply. */
async function ownUpload(
  request: IRequestStrict,
  portal: Portal,
  id: string,
  find = readDraftAndUpload,
): Promise<Upload | Response> {
  const { draft, upload } = await find(request, portal, id.slice(0, 40));
  if (typeof draft === "string") return refuse(403, NO_DRAFT);
  if (!upload) return refuse(404, "This upload was not found. Choose the file again.");
  if (upload.draftId !== draft.id) return refuse(403, "This upload belongs to another draft.");
  if (draft.submitted && request.method !== "GET") return refuse(409, ALREADY_SUBMITTED);
  return upload;
}

/** PUT /api/cloud-storage/uploads/{id}/parts/{number}: the bytes of one part. */
export async function putPart(request: IRequestStrict, portal: Portal): Promise<Response> {
  const upload = await ownUpload(request, portal, request.params.id ?? "", recallDraftAndUpload);
  if (upload instanceof Response) return upload;
  const length = request.headers.get("Content-Length");
  const { body } = request;
  if (length === null || !/^\d+$/.test(length) || !body)
    return refuse(400, "A part needs its Content-Length and its bytes.");
  const given = String(request.params.number);
  const number = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  const part = { number, length: Number(length), body };
  const stored = await receivePart(portal.uploads, upload, part, portal.clock);
  if (!stored.ok) return refuse(stored.status, stored.text);
  return reply(200, { success: true, number, etag: stored.etag });
}

/** GET /api/cloud-storage/uploads/{id}: what the label already has of a file. */
export async function showUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const upload = await ownUpload(request, portal, String(request.params.id));
  if (upload instanceof Response) return upload;
  const held = await partsHeld(portal.db, upload.id);
  const { id: uploadId, state, fileName, size, partSize } = upload;
  const parts = held.map((part) => part.number);
  return reply(200, { success: true, uploadId, state, fileName, size, partSize, parts });
}

const finishSchema = v.object({ uploadId: v.pipe(v.string(), v.maxLength(40)) });

/** POST /api/cloud-storage/process-upload: joins the parts and judges the file. */
export async function finishUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const parsed = await readJson(request, finishSchema);
  if (!parsed.ok) return parsed.response;
  const upload = await ownUpload(request, portal, parsed.body.uploadId);
  if (upload instanceof Response) return upload;
  const ids = { draftId: upload.draftId, uploadId: upload.id, bytes: upload.size };
  await portal.drill("upload-finish", upload.draftId);
  const done = await completeUpload(portal.uploads, upload, portal.clock);
  if (!done.ok) {
    if (done.status === 415) portal.log("info", "upload.rejected", ids);
    return refuse(done.status, done.text, done.missing && { missing: done.missing });
  }
  portal.log("info", "upload.completed", ids);
  const url = filePath(upload);
  return reply(200, {
    success: true,
    fileId: upload.id,
    url,
    downloadUrl: url,
    fileName: upload.fileName,
    folderType: upload.kind === "track" ? "audio" : "images",
  });
}

/** DELETE /api/cloud-storage/uploads/{id}: the artist removes a file, or stops sending it. */
export async function abortUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const upload = await ownUpload(request, portal, String(request.params.id));
  if (upload instanceof Response) return upload;
  await removeUpload(portal.uploads, upload);
  return reply(200, { success: true });
}
