import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import type { Draft } from "~/domain/submission/draft/draft";
import { hexSha256 } from "~/domain/uploads/hex-sha256";
import { mergeRanges } from "~/domain/uploads/pieces";
import { safeFileName } from "~/domain/uploads/receiving/object-key";
import { findParts, findPieces } from "~/domain/uploads/receiving/part-store.server";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import {
  cancelUpload,
  tryPurgeRemovedUploads,
} from "~/domain/uploads/receiving/remove-upload.server";
import {
  findByFingerprint,
  resumeSameFile,
} from "~/domain/uploads/receiving/resume-same-file.server";
import { type ChosenFile, startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { uploadResult } from "~/domain/uploads/receiving/upload-result";
import { findUpload, slotsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import { fileView, isPendingRemoval, type Upload } from "~/domain/uploads/upload";
import { partCount, partSizeFor, uploadKinds } from "~/domain/uploads/upload-plan";
import {
  ALREADY_SUBMITTED,
  REMOVED_ELSEWHERE,
  REPLACED_ELSEWHERE,
} from "~/domain/uploads/upload-texts";
import type { Portal } from "~/session/portal";
import {
  refuseOtherDraft,
  requireDraftForFiles,
  requireUpload,
} from "~/session/require-upload.server";
import { evictCachedUpload } from "~/session/visitor-upload.server";
import { inferUploadSlot } from "./infer-upload-slot";
import { readJson, refuse, refuseWithRetry, reply } from "./replies";
import { artistOf, limitUploadStart, requestReference } from "./upload-call";
import { linkExpiry, partUrls } from "./upload-parts";

const CANNOT_BEGIN = "We can't take this file just now. Nothing is lost; try again in a minute.";

const beginSchema = v.object({
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
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
  /** The lost upload that this one replaces: it must not displace a file chosen later. */
  after: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** Whether the sender dropped that upload itself, because storage rejected it. */
  dropped: v.optional(v.boolean(), false),
});
type BeginCall = v.InferOutput<typeof beginSchema>;

async function toChosenFile(portal: Portal, draft: Draft, body: BeginCall): Promise<ChosenFile> {
  const { fileName, fileSize: size, contentType, fileType: kind, fingerprint } = body;
  const sha256 = body.sha256 ?? undefined;
  const findSlot = () => inferUploadSlot(portal, draft, { kind, fileName });
  const { slot } = body;
  const slotFields = slot === undefined ? { ...(await findSlot()), findSlot } : { slot };
  const artistName = artistOf(draft, body.artistName);
  const partSize = partSizeFor(body.partSize);
  const fileFields = { draftId: draft.id, artistName, kind, ...slotFields, fileName, contentType };
  return { ...fileFields, size, fingerprint, sha256, partSize };
}

/**
 * The upload that a chosen file continues. A stored one is returned only if the hash of the whole file
 * is known or will be compared: different files can share a fingerprint.
 */
async function findKnownUpload(
  { db, uploads, scope }: Portal,
  file: ChosenFile,
  claimedHash: BeginCall["sha256"],
): Promise<Upload | undefined> {
  const { fingerprint, sha256 } = file;
  if (fingerprint === undefined) return undefined;
  const candidate = { ...file, fingerprint, fileName: safeFileName(file.fileName) };
  if (sha256 === undefined)
    return findByFingerprint(db, candidate, claimedHash === null ? ["open", "complete"] : ["open"]);
  const { same, overtaken } = await resumeSameFile(db, { ...candidate, sha256 });
  for (const { id } of overtaken) evictCachedUpload(id);
  scope.waitUntil(tryPurgeRemovedUploads(uploads, overtaken));
  return same;
}

/**
 * Refuses a restarted upload if another file was chosen for its slot since, or the artist removed it.
 * Ids grow with time; expired uploads keep their row.
 */
async function refuseOvertaken(
  { db }: Portal,
  { draftId, slot }: ChosenFile,
  { after, dropped }: BeginCall,
): Promise<Response | undefined> {
  if (after === undefined) return undefined;
  const slotState = (await slotsOfDraft(db, draftId)).find(
    ({ stored, coming }) => (stored ?? coming)?.slot === slot,
  );
  const storedFile = slotState?.stored && { stays: fileView(slotState.stored, 0) };
  if ([slotState?.stored, slotState?.coming].some((candidate) => candidate && candidate.id > after))
    return refuse(409, REPLACED_ELSEWHERE, storedFile);
  if (dropped) return undefined;
  const earlier = await findUpload(db, after);
  const isStillThere = earlier?.draftId === draftId && !isPendingRemoval(earlier);
  return isStillThere ? undefined : refuse(409, REMOVED_ELSEWHERE, storedFile);
}

/**
 * POST /api/cloud-storage/upload-url: opens an upload for a chosen file, or continues one that the draft
 * has.
 */
export async function beginUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const draft = await requireDraftForFiles(request, portal);
  const bodyResult = await readJson(request, beginSchema);
  if (!bodyResult.ok) return bodyResult.response;
  await refuseOtherDraft(portal, draft, bodyResult.body.sessionId);
  const file = await toChosenFile(portal, draft, bodyResult.body);
  const existingUpload = await findKnownUpload(portal, file, bodyResult.body.sha256);
  if (existingUpload) return planReply(portal, existingUpload, file.artistName, { goesOn: true });
  const overtaken = await refuseOvertaken(portal, file, bodyResult.body);
  if (overtaken) return overtaken;
  await limitUploadStart(portal);
  try {
    await portal.drill("upload-start", draft.id);
    const startResult = await startUpload(portal.uploads, file, portal.clock, portal.ids);
    if (!startResult.ok) return refuseWithRetry(startResult);
    const { id: uploadId, size: bytes } = startResult.upload;
    portal.log("info", "upload.started", { draftId: draft.id, uploadId, bytes });
    return await planReply(portal, startResult.upload, file.artistName, { goesOn: false });
  } catch (error) {
    portal.scope.logFailure(error);
    return refuse(503, CANNOT_BEGIN, requestReference(portal));
  }
}

/** Where to send what, and what the server has already. `goesOn`: the upload existed before. */
async function planReply(
  portal: Portal,
  upload: Upload,
  artistName: string,
  { goesOn }: { goesOn: boolean },
): Promise<Response> {
  const backend = backendOfUpload(portal.uploads, upload);
  const complete = upload.state === "complete";
  const firstPart = await partUrls(portal, upload, 1, linkExpiry(portal.clock));
  const { url: uploadUrl, piecesUrl } = firstPart;
  return reply(200, {
    success: true,
    ...(complete && uploadResult(upload, artistName)),
    uploadUrl,
    piecesUrl,
    uploadId: upload.id,
    fileName: upload.fileName,
    bucketName: backend.bucketName,
    partSize: upload.partSize,
    parts: partCount(upload.size, upload.partSize),
    held: (await findParts(portal.db, upload.id)).map(({ number }) => number),
    pieces: mergeRanges(await findPieces(portal.db, upload.id)),
    state: upload.state,
    goesOn,
    carrier: backend.name,
  });
}

/** GET /api/cloud-storage/uploads/{id}: what the server has of a file. */
export async function showUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const ownUpload = await requireUpload(request, portal, request.params.id);
  const { id: uploadId, state, fileName, size, partSize } = ownUpload.upload;
  const parts = (await findParts(portal.db, uploadId)).map(({ number }) => number);
  const pieces = mergeRanges(await findPieces(portal.db, uploadId));
  return reply(200, { success: true, uploadId, state, fileName, size, partSize, parts, pieces });
}

/** DELETE /api/cloud-storage/uploads/{id}: removes a file, or stops its upload. */
export async function abortUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const ownUpload = await requireUpload(request, portal, request.params.id);
  const removed = await cancelUpload(portal.uploads, ownUpload.upload);
  evictCachedUpload(ownUpload.upload.id);
  if (!removed) return refuse(409, ALREADY_SUBMITTED);
  return reply(200, { success: true });
}
