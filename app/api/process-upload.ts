import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { hexSha256 } from "~/domain/uploads/hex-sha256";
import { loudnessSchema } from "~/domain/uploads/probe";
import { completeUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { safeFileName } from "~/domain/uploads/receiving/object-key";
import {
  recordReportedParts,
  reportedPartsSchema,
} from "~/domain/uploads/receiving/record-reported-parts.server";
import { uploadResult } from "~/domain/uploads/receiving/upload-result";
import { findByName } from "~/domain/uploads/receiving/upload-store.server";
import { uploadKinds } from "~/domain/uploads/upload-kinds";
import { MAX_FILE_NAME } from "~/forms/form-parts.server";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { withDraftVersion } from "./draft-news";
import { refuseConflict } from "./draft-slots";
import { readJson, refuse, reply } from "./replies";
import {
  evictCachedUpload,
  type OwnUpload,
  refuseWithoutDraft,
  requireDraftForFiles,
  requireUpload,
  UPLOAD_NOT_FOUND,
} from "./require-upload";
import { artistOf, requestReference } from "./upload-call";

const CANNOT_CHECK =
  "We couldn't check this file just now. What you sent is kept; try again in a minute.";

const text = v.optional(v.pipe(v.string(), v.maxLength(1000)), "");
/** Fields of the specified call; the upload's own values win. */
const specifiedFields = { artistName: text, trackTitle: text, releaseTitle: text, sessionId: text };
const additionalFields = {
  sha256: v.optional(hexSha256),
  partSha256: v.optional(v.pipe(v.array(hexSha256), v.maxLength(200)), []),
  stored: reportedPartsSchema,
  /** Of a track, as the sender has heard it. */
  loudness: v.optional(loudnessSchema),
};
const finishSchema = v.pipe(
  v.object({
    uploadId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
    fileName: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_FILE_NAME))),
    fileType: v.optional(v.picklist(uploadKinds)),
    bucketName: text,
    ...specifiedFields,
    ...additionalFields,
  }),
  v.forward(
    v.check(({ uploadId, fileName }) => Boolean(uploadId ?? fileName)),
    ["uploadId"],
  ),
);
type FinishCall = v.InferOutput<typeof finishSchema>;

/** The upload of a call: by its id, or as specified by its file name. */
async function requireNamedUpload(
  request: IRequestStrict,
  context: AppContext,
  { uploadId, fileName = "" }: FinishCall,
): Promise<OwnUpload> {
  if (uploadId) return requireUpload(request, context, uploadId);
  const draft = await requireDraftForFiles(request, context);
  const upload = await findByName(context.db, draft.id, safeFileName(fileName));
  if (!upload) throw refusal(404, UPLOAD_NOT_FOUND);
  return { draft, upload };
}

/**
 * POST /api/cloud-storage/process-upload: joins the parts, compares the file with the browser's hashes, and
 * checks it.
 */
export async function finishUpload(request: IRequestStrict, context: AppContext) {
  await refuseWithoutDraft(request, context);
  const result = await readJson(request, finishSchema);
  if (!result.ok) return result.response;
  const ownUpload = await requireNamedUpload(request, context, result.body);
  try {
    return await finish(context, ownUpload, result.body);
  } catch (error) {
    context.scope.logFailure(error);
    return refuse(503, CANNOT_CHECK, requestReference(context));
  }
}

async function finish(
  context: AppContext,
  { draft, upload }: OwnUpload,
  { stored, sha256, partSha256, loudness, artistName }: FinishCall,
): Promise<Response> {
  const ids = { draftId: draft.id, uploadId: upload.id, bytes: upload.size };
  await context.drill("upload-finish", draft.id);
  await recordReportedParts(context.uploads, upload, stored, context.clock);
  const facts = { sha256, partSha256, loudness };
  const result = await completeUpload(context.uploads, upload, context.clock, facts);
  evictCachedUpload(upload.id);
  if (result.ok) {
    context.log("info", "upload.completed", ids);
    if (!result.isFilled)
      return refuseConflict(context, draft.id, upload.slot, upload.choice ?? undefined);
    const response = reply(200, {
      success: true,
      ...uploadResult(result.upload, artistOf(draft, artistName)),
    });
    return withDraftVersion(context, draft.id, response);
  }
  if (result.status === 415) {
    context.log("info", "upload.rejected", ids);
    return refuse(415, result.text, { details: "The file was removed." });
  }
  if (!("missing" in result)) return refuse(result.status, result.text);
  const { missing, reason } = result;
  if (reason === "mismatch")
    context.log("warn", "upload.mismatched", { ...ids, count: missing.length });
  return refuse(409, result.text, { details: `Parts to send: ${missing.join(", ")}`, missing });
}
