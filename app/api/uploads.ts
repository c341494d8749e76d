import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import type { Draft } from "~/domain/submission/draft/draft";
import { hexSha256 } from "~/domain/uploads/hex-sha256";
import { mergeRanges } from "~/domain/uploads/pieces";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { safeFileName } from "~/domain/uploads/receiving/object-key";
import { findParts, findPieces } from "~/domain/uploads/receiving/part-store.server";
import {
  backendOfUpload,
  takesCompression,
} from "~/domain/uploads/receiving/receiving-deps.server";
import {
  removeFromSlot,
  tryPurgeRemovedUploads,
} from "~/domain/uploads/receiving/remove-upload.server";
import {
  mayHaveSameFile,
  resumeSameFile,
} from "~/domain/uploads/receiving/resume-same-file.server";
import { type ChosenFile, startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { uploadResult } from "~/domain/uploads/receiving/upload-result";
import { findByChoice } from "~/domain/uploads/receiving/upload-store.server";
import { choiceSchema, type Upload } from "~/domain/uploads/upload";
import { uploadKinds } from "~/domain/uploads/upload-kinds";
import { partCount, partSizeFor } from "~/domain/uploads/upload-plan";
import { MAX_FILE_NAME } from "~/forms/form-parts.server";
import { retryAfterSeconds } from "~/platform/formats/retry-after";
import type { AppContext } from "~/session/app-context";
import { refuseDraft } from "~/session/require-draft.server";
import { withDraftVersion } from "./draft-news";
import { refuseConflict } from "./draft-slots";
import { inferUploadSlot } from "./infer-upload-slot";
import { readJson, refuse, refusedReply, refuseWithRetry, reply } from "./replies";
import {
  evictCachedUpload,
  refuseOtherDraft,
  requireDraftForFiles,
  requireUpload,
} from "./require-upload";
import { artistOf, limitUploadStart, requestReference } from "./upload-call";
import { linkExpiry, partUrls } from "./upload-parts";

const CANNOT_BEGIN = "We can't take this file just now. Nothing is lost; try again in a minute.";

const beginSchema = v.object({
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_FILE_NAME)),
  fileSize: v.pipe(v.number(), v.integer(), v.minValue(0)),
  contentType: v.optional(v.pipe(v.string(), v.maxLength(200)), ""),
  artistName: v.optional(v.pipe(v.string(), v.maxLength(1000)), ""),
  fileType: v.picklist(uploadKinds),
  /** The draft that the tab uploads for; the cookie identifies the sender. */
  sessionId: v.optional(v.pipe(v.string(), v.maxLength(200))),
  slot: v.optional(v.pipe(v.string(), v.maxLength(60))),
  fingerprint: v.optional(hexSha256),
  /** Of the whole file; null if the sender will compare hashes later. */
  sha256: v.nullish(hexSha256),
  partSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The sender's name for this choice, so that it can be announced again. */
  choice: v.optional(choiceSchema),
  /** The version of the slot that the sender was shown. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
type BeginCall = v.InferOutput<typeof beginSchema>;

async function toChosenFile(
  context: AppContext,
  draft: Draft,
  body: BeginCall,
): Promise<ChosenFile> {
  const { fileName, fileSize: size, contentType, fileType: kind, fingerprint } = body;
  const sha256 = body.sha256 ?? undefined;
  const findSlot = () => inferUploadSlot(context, draft, { kind, fileName });
  const { slot, choice, version } = body;
  const identity = { fingerprint, sha256, choice, seen: { version } };
  const slotFields = slot === undefined ? { ...(await findSlot()), findSlot } : { slot };
  const artistName = artistOf(draft, body.artistName);
  const partSize = partSizeFor(body.partSize);
  const fileFields = { draftId: draft.id, artistName, kind, ...slotFields, fileName, contentType };
  return { ...fileFields, ...identity, size, partSize };
}

/** A stored file or an upload of the draft may be this file; only the hash of all of it tells. */
async function needsHash({ db }: AppContext, file: ChosenFile, claimedHash: BeginCall["sha256"]) {
  const { fingerprint, choice } = file;
  if (claimedHash !== null || fingerprint === undefined) return false;
  const chosenUpload =
    choice === undefined ? undefined : await findByChoice(db, { ...file, choice });
  return chosenUpload?.state !== "open" && (await mayHaveSameFile(db, { ...file, fingerprint }));
}

/** The upload that a choice goes on with: see `resumeSameFile`. */
async function findKnownUpload(
  { db, clock, ids, uploads, scope }: AppContext,
  file: ChosenFile,
): Promise<Upload | undefined> {
  const { choice, sha256, fingerprint, seen = {} } = file;
  const byFingerprint = choice === undefined && sha256 === undefined;
  const identity = { sha256, fingerprint, seen, byFingerprint };
  const again = { ...file, fileName: safeFileName(file.fileName), ...identity };
  const ownChoice = choice ?? ids.next(clock());
  const resumed = await resumeSameFile(db, { ...again, choice: ownChoice }, clock());
  if (!resumed) return undefined;
  const { upload, replaced } = resumed;
  for (const { id } of [upload, ...replaced]) evictCachedUpload(id);
  scope.waitUntil(tryPurgeRemovedUploads(uploads, replaced));
  return upload;
}

/**
 * POST /api/cloud-storage/upload-url: makes a chosen file the last choice of its slot, and opens an upload
 * for it or goes on with one that the draft has. Refused where the slot was changed since its sender saw
 * it; the reply says what it holds.
 */
export async function beginUpload(request: IRequestStrict, context: AppContext): Promise<Response> {
  const draft = await requireDraftForFiles(request, context);
  const bodyResult = await readJson(request, beginSchema);
  return bodyResult.ok ? beginOne(context, draft, bodyResult.body) : bodyResult.response;
}

/** More files than a release has. */
const MAX_TOGETHER = 50;
const togetherSchema = v.object({
  uploads: v.pipe(v.array(beginSchema), v.minLength(1), v.maxLength(MAX_TOGETHER)),
});

/**
 * POST /api/cloud-storage/upload-urls: announces files that were chosen together, each as `upload-url` does.
 * `results` has their statuses and replies, in the same order.
 */
export async function beginUploads(request: IRequestStrict, context: AppContext) {
  const draft = await requireDraftForFiles(request, context);
  const bodyResult = await readJson(request, togetherSchema);
  if (!bodyResult.ok) return bodyResult.response;
  const replies = bodyResult.body.uploads.map((body) =>
    beginOne(context, draft, body).catch(refusedReply),
  );
  const results = (await Promise.all(replies)).map(async (response) => {
    const seconds = retryAfterSeconds(response.headers.get("Retry-After"), context.clock());
    const retryAfterMs = seconds === undefined ? undefined : seconds * 1_000;
    return { status: response.status, body: await response.json(), retryAfterMs };
  });
  return withDraftVersion(
    context,
    draft.id,
    reply(200, { success: true, results: await Promise.all(results) }),
  );
}

async function beginOne(context: AppContext, draft: Draft, body: BeginCall): Promise<Response> {
  await refuseOtherDraft(context, draft, body.sessionId);
  const file = await toChosenFile(context, draft, body);
  if (await needsHash(context, file, body.sha256))
    return reply(200, { success: true, needsHash: true });
  const existingUpload = await findKnownUpload(context, file);
  if (existingUpload) return planReply(context, existingUpload, file.artistName, { goesOn: true });
  await limitUploadStart(context);
  try {
    await context.drill("upload-start", draft.id);
    const startResult = await startUpload(context.uploads, file, context.clock, context.ids);
    if (!startResult.ok && "isConflict" in startResult)
      return await refuseConflict(context, draft.id, file.slot, file.choice);
    if (!startResult.ok) return refuseWithRetry(startResult);
    const { id: uploadId, size: bytes } = startResult.upload;
    context.log("info", "upload.started", { draftId: draft.id, uploadId, bytes });
    return await planReply(context, startResult.upload, file.artistName, { goesOn: false });
  } catch (error) {
    context.scope.logFailure(error);
    return refuse(503, CANNOT_BEGIN, requestReference(context));
  }
}

/** Where to send what, and what the server has already. `goesOn`: the upload existed before. */
async function planReply(
  context: AppContext,
  upload: Upload,
  artistName: string,
  { goesOn }: { goesOn: boolean },
): Promise<Response> {
  const backend = backendOfUpload(context.uploads, upload);
  const complete = upload.state === "complete";
  const firstPart = await partUrls(context, upload, 1, linkExpiry(context.clock));
  const { url: uploadUrl, piecesUrl } = firstPart;
  const response = reply(200, {
    success: true,
    ...(complete && uploadResult(upload, artistName)),
    uploadUrl,
    piecesUrl,
    uploadId: upload.id,
    fileName: upload.fileName,
    bucketName: backend.bucketName,
    partSize: upload.partSize,
    parts: partCount(upload.size, upload.partSize),
    held: (await findParts(context.db, upload.id)).map(({ number }) => number),
    pieces: mergeRanges(await findPieces(context.db, upload.id)),
    state: upload.state,
    goesOn,
    carrier: backend.name,
    version: (await slotViewOf(context.db, upload.draftId, upload.slot)).version,
    compression: takesCompression(context.uploads, upload),
  });
  return withDraftVersion(context, upload.draftId, response);
}

/** GET /api/cloud-storage/uploads/{id}: what the server has of a file. */
export async function showUpload(request: IRequestStrict, context: AppContext): Promise<Response> {
  const ownUpload = await requireUpload(request, context, request.params.id);
  const { id: uploadId, state, fileName, size, partSize } = ownUpload.upload;
  const parts = (await findParts(context.db, uploadId)).map(({ number }) => number);
  const pieces = mergeRanges(await findPieces(context.db, uploadId));
  const body = { uploadId, state, fileName, size, partSize, parts, pieces };
  return withDraftVersion(context, ownUpload.draft.id, reply(200, { success: true, ...body }));
}

/** DELETE /api/cloud-storage/uploads/{id}: removes a file, or stops its upload. */
export async function abortUpload(request: IRequestStrict, context: AppContext): Promise<Response> {
  const { draft, upload } = await requireUpload(request, context, request.params.id);
  const removed = await removeFromSlot(context.uploads, upload, context.clock);
  evictCachedUpload(upload.id);
  if (!removed) throw refuseDraft(context, draft, "submitted");
  return withDraftVersion(context, draft.id, reply(200, { success: true }));
}
