import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { forgetRecalled } from "~/session/own-upload.server";
import { requireDraftForFiles, requireUpload } from "~/session/require-upload.server";
import type { Draft } from "~/submission/draft/draft";
import { hexSha256 } from "~/uploads/hex-sha256";
import { stretches } from "~/uploads/pieces";
import { partCount, partSizeFor, uploadKinds } from "~/uploads/plan";
import { partsHeld, piecesHeld } from "~/uploads/receiving/part-store.server";
import { carrierOf } from "~/uploads/receiving/receiving-deps.server";
import { removeUpload } from "~/uploads/receiving/remove-upload.server";
import { type ChosenFile, startUpload } from "~/uploads/receiving/start-upload.server";
import { uploadResult } from "~/uploads/receiving/upload-result";
import { findSameFile, uploadsOfDraft } from "~/uploads/receiving/upload-store.server";
import { slotUnnamed } from "~/uploads/slots";
import type { Upload } from "~/uploads/upload";
import { ALREADY_SUBMITTED } from "~/uploads/upload-texts";
import { readJson, refuse, refuseAsFound, reply } from "./replies";
import { artistOf, referenceOf, tooManyUploads } from "./upload-call";
import { linkExpiry, linksTo } from "./upload-parts";

const CANNOT_BEGIN = "We can't take this file just now. Nothing is lost; try again in a minute.";

const beginSchema = v.object({
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  fileSize: v.pipe(v.number(), v.integer(), v.minValue(0)),
  contentType: v.optional(v.pipe(v.string(), v.maxLength(200)), ""),
  artistName: v.optional(v.pipe(v.string(), v.maxLength(1000)), ""),
  fileType: v.picklist(uploadKinds),
  /** Taken, since the specification has it; the draft's cookie says who sends. */
  sessionId: v.optional(v.pipe(v.string(), v.maxLength(200))),
  slot: v.optional(v.pipe(v.string(), v.maxLength(60))),
  fingerprint: v.optional(hexSha256),
  /** Of the whole file: another file may have the same fingerprint. */
  sha256: v.optional(hexSha256),
  partSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
type Begin = v.InferOutput<typeof beginSchema>;

/** The slot of a file that names none. */
export async function unnamedSlot(
  { db }: Portal,
  draft: Draft,
  kind: Upload["kind"],
  title?: string,
): Promise<string> {
  const files = await uploadsOfDraft(db, draft.id);
  const filled = files.flatMap(({ slot, state }) => (state === "complete" ? [slot] : []));
  const tracks = draft.answers.music?.tracks ?? [];
  return slotUnnamed(kind, { tracks, filled: new Set(filled) }, title);
}

async function chosenFile(portal: Portal, draft: Draft, body: Begin): Promise<ChosenFile> {
  const { fileName, fileSize: size, contentType, fileType: kind, fingerprint } = body;
  const slot = body.slot ?? (await unnamedSlot(portal, draft, kind));
  const artistName = artistOf(draft, body.artistName);
  const partSize = partSizeFor(body.partSize);
  const what = { draftId: draft.id, artistName, kind, slot, fileName, contentType };
  return { ...what, size, fingerprint, partSize };
}

/**
 * POST /api/cloud-storage/upload-url: opens an upload for a chosen file. A file that the draft holds
 * already, whole or in parts, is gone on with.
 */
export async function beginUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const draft = await requireDraftForFiles(request, portal);
  const parsed = await readJson(request, beginSchema);
  if (!parsed.ok) return parsed.response;
  const file = await chosenFile(portal, draft, parsed.body);
  const { fingerprint } = file;
  const { sha256 } = parsed.body;
  const same = fingerprint && (await findSameFile(portal.db, { ...file, fingerprint, sha256 }));
  if (same) return planReply(portal, same, file.artistName);
  const tooMany = await tooManyUploads(portal);
  if (tooMany) return tooMany;
  try {
    await portal.drill("upload-start", draft.id);
    const started = await startUpload(portal.uploads, file, portal.clock, portal.ids);
    if (!started.ok) return refuseAsFound(started);
    const { id: uploadId, size: bytes } = started.upload;
    portal.log("info", "upload.started", { draftId: draft.id, uploadId, bytes });
    return await planReply(portal, started.upload, file.artistName);
  } catch (error) {
    portal.scope.logFailure(error);
    return refuse(503, CANNOT_BEGIN, referenceOf(portal));
  }
}

/** How to go on with an upload: where to send what, and what the label has of it. */
async function planReply(portal: Portal, upload: Upload, artistName: string): Promise<Response> {
  const carrier = carrierOf(portal.uploads, upload);
  const complete = upload.state === "complete";
  const first = await linksTo(portal, upload, 1, linkExpiry(portal.clock));
  const { url: uploadUrl, piecesUrl } = first;
  return reply(200, {
    success: true,
    ...(complete && uploadResult(upload, artistName)),
    uploadUrl,
    piecesUrl,
    uploadId: upload.id,
    fileName: upload.fileName,
    bucketName: carrier.bucketName,
    partSize: upload.partSize,
    parts: partCount(upload.size, upload.partSize),
    held: (await partsHeld(portal.db, upload.id)).map(({ number }) => number),
    pieces: stretches(await piecesHeld(portal.db, upload.id)),
    state: upload.state,
    carrier: carrier.name,
  });
}

/** GET /api/cloud-storage/uploads/{id}: what the label already has of a file. */
export async function showUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const own = await requireUpload(request, portal, request.params.id);
  const { id: uploadId, state, fileName, size, partSize } = own.upload;
  const parts = (await partsHeld(portal.db, uploadId)).map(({ number }) => number);
  const pieces = stretches(await piecesHeld(portal.db, uploadId));
  return reply(200, { success: true, uploadId, state, fileName, size, partSize, parts, pieces });
}

/** DELETE /api/cloud-storage/uploads/{id}: the artist removes a file, or stops sending it. */
export async function abortUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const own = await requireUpload(request, portal, request.params.id);
  const removed = await removeUpload(portal.uploads, own.upload);
  forgetRecalled(own.upload.id);
  if (!removed) return refuse(409, ALREADY_SUBMITTED);
  return reply(200, { success: true });
}
