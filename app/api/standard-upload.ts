import type { IRequestStrict } from "itty-router";
import type { Draft } from "~/domain/submission/draft/draft";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { MAX_FORM_BYTES, readStandard } from "~/domain/uploads/receiving/read-standard.server";
import { FileTooLargeError } from "~/domain/uploads/receiving/receive-stream.server";
import { uploadResult } from "~/domain/uploads/receiving/upload-result";
import { BrokenFormError } from "~/forms/form-parts.server";
import type { AppContext } from "~/session/app-context";
import { withDraftVersion } from "./draft-news";
import { refuseConflict } from "./draft-slots";
import { inferUploadSlot } from "./infer-upload-slot";
import { refuse, refuseWithRetry, reply } from "./replies";
import { refuseOtherDraft, requireDraftForFiles } from "./require-upload";
import { artistOf, limitUploadStart, requestReference } from "./upload-call";

const TOO_LARGE = "This file is larger than 15MB, the most this call takes.";
const IN_PARTS = { details: "Send it in parts: POST /api/cloud-storage/upload-url." };
const NOT_A_FORM = "This call takes a form with a file.";
const INCOMPLETE_FORM = "The form did not arrive whole. Send it again.";
const CANNOT_STORE = "We couldn't store this file just now. Try again in a minute.";

/** POST /api/upload: a file of at most 15 MB in one call. */
export async function standardUpload(request: IRequestStrict, context: AppContext) {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (!type.startsWith("multipart/form-data"))
    return refuse(415, NOT_A_FORM, { details: "Content-Type: multipart/form-data" });
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_FORM_BYTES)
    return refuse(413, TOO_LARGE, IN_PARTS);
  const draft = await requireDraftForFiles(request, context);
  await limitUploadStart(context);
  try {
    return await receiveFile(request, context, draft);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof FileTooLargeError) return refuse(413, TOO_LARGE, IN_PARTS);
    if (error instanceof BrokenFormError && error.reason === "TooLarge")
      return refuse(413, TOO_LARGE, IN_PARTS);
    if (error instanceof BrokenFormError)
      return refuse(error.reason === "Cut" ? 408 : 400, INCOMPLETE_FORM, {
        details: `The form is broken: ${error.reason}`,
      });
    context.scope.logFailure(error);
    return refuse(503, CANNOT_STORE, requestReference(context));
  }
}

async function receiveFile(request: Request, context: AppContext, draft: Draft): Promise<Response> {
  await context.drill("upload-finish", draft.id);
  const receiving = readStandard(request, {
    ...context,
    draftId: draft.id,
    place: async (fields, fileName) => {
      const { artistName, slot, fileType: kind, trackTitle: title, sessionId } = fields;
      await refuseOtherDraft(context, draft, sessionId || undefined);
      const findSlot = () => inferUploadSlot(context, draft, { kind, fileName, title });
      const slotFields = slot === undefined ? { ...(await findSlot()), findSlot } : { slot };
      return { artistName: artistOf(draft, artistName), ...slotFields };
    },
  });
  // Cleanup must finish even if the sender disconnects.
  context.scope.waitUntil(receiving);
  const result = await receiving;
  if (!result.ok) {
    const names = result.malformed.join(", ");
    return refuse(400, `These fields are missing or malformed: ${names}.`, { details: names });
  }
  const { fields, stored } = result;
  const { slot } = fields;
  if (!stored.ok && stored.isConflict && slot !== undefined)
    return refuseConflict(context, draft.id, slot, fields.choice);
  if (!stored.ok) {
    context.log("info", "upload.rejected", { draftId: draft.id });
    const { uploadId } = stored;
    return refuseWithRetry(stored, { details: "Nothing was stored.", uploadId });
  }
  const { id: uploadId, size: bytes } = stored.upload;
  context.log("info", "upload.completed", { draftId: draft.id, uploadId, bytes });
  if (!stored.isFilled)
    return refuseConflict(context, draft.id, stored.upload.slot, stored.upload.choice ?? undefined);
  const artistName = artistOf(draft, fields.artistName);
  const { version } = await slotViewOf(context.db, draft.id, stored.upload.slot);
  const body = { version, ...uploadResult(stored.upload, artistName) };
  return withDraftVersion(context, draft.id, reply(200, { success: true, ...body }));
}
