import type { IRequestStrict } from "itty-router";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { contentTypeOf } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";
import { requireFileAccess } from "./file-access";
import { sendStored } from "./stored-reply";

/**
 * GET and HEAD /files/{uploadId}/{name}: a stored file, whole or by Range. A forbidden one looks like
 * one that does not exist.
 */
export async function openFile(request: IRequestStrict, context: AppContext): Promise<Response> {
  const upload = await findUpload(context.db, String(request.params.id).slice(0, 40));
  const complete = await requireFileAccess(
    request,
    context,
    upload?.state === "complete" ? upload : undefined,
  );
  const { fileName, size, sha256, id, key } = complete;
  return sendStored(request, {
    fileName,
    size,
    contentType: contentTypeOf(complete.kind, complete.probe),
    // An upload's bytes never change, so its id identifies them, too.
    hash: sha256 ?? id,
    read: (range) => backendOfUpload(context.uploads, complete).read(key, range),
  });
}
