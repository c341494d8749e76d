import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { PREVIEW_MAX_BYTES, PREVIEW_SIDE } from "~/domain/uploads/preview";
import { pictureLookSchema } from "~/domain/uploads/probe";
import { previewBytes } from "~/domain/uploads/receiving/make-preview.server";
import {
  isPreview,
  storePictureLook,
  storePreview,
} from "~/domain/uploads/receiving/preview-store.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { previewOf } from "~/domain/uploads/upload";
import { readBytes } from "~/forms/read-body";
import type { AppContext } from "~/session/app-context";
import { requireFileAccess } from "./file-access";
import { refuse, refuseBody, reply } from "./replies";
import { requireUpload } from "./require-upload";
import { NOT_FOUND, sendStored } from "./stored-reply";

const NO_PICTURE = `A preview is a JPEG picture of at most ${PREVIEW_SIDE} by ${PREVIEW_SIDE} pixels.`;
const NOT_WANTED = "There is no stored picture that lacks a preview here.";

/** `look=border,blurred`. */
const lookParameter = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((text) => [...new Set(text.split(","))]),
  pictureLookSchema,
);

/**
 * PUT /api/cloud-storage/uploads/{id}/preview: the preview that the uploading browser made of a picture. An
 * existing one is kept, and the call succeeds. `look` names what the browser has seen in its pixels.
 */
export async function putPreview(request: IRequestStrict, context: AppContext): Promise<Response> {
  const { upload } = await requireUpload(request, context, request.params.id);
  const look = v.safeParse(lookParameter, new URL(request.url).searchParams.get("look"));
  if (look.success) await storePictureLook(context.db, upload.id, look.output);
  if (upload.preview !== null) return reply(200, { success: true });
  const body = await readBytes(request, PREVIEW_MAX_BYTES);
  if (!body.ok) return refuseBody(body.reason, PREVIEW_MAX_BYTES);
  if (!(await isPreview(body.bytes))) return refuse(415, NO_PICTURE);
  const isStored = await storePreview(context.uploads, upload, body.bytes, "artist", context);
  const hasPreview = isStored || Boolean((await findUpload(context.db, upload.id))?.preview);
  return hasPreview ? reply(200, { success: true }) : refuse(409, NOT_WANTED);
}

/** GET and HEAD /files/previews/{uploadId}: the preview of a picture, for whoever may open the picture. */
export async function openPreview(request: IRequestStrict, context: AppContext): Promise<Response> {
  const upload = await findUpload(context.db, String(request.params.id).slice(0, 40));
  const picture = upload && previewOf(upload) !== undefined ? upload : undefined;
  const source = await requireFileAccess(request, context, picture);
  const bytes = await previewBytes(context, source);
  if (!bytes) return refuse(404, NOT_FOUND);
  return sendStored(request, {
    fileName: "preview.jpg",
    contentType: "image/jpeg",
    size: bytes.length,
    // An upload's preview never changes.
    hash: `preview-${source.id}`,
    read: async (range) => {
      const start = range?.offset ?? 0;
      const requestedBytes = bytes.slice(start, range ? start + range.length : undefined);
      return new Response(requestedBytes).body ?? undefined;
    },
  });
}
