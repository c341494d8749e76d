import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { carrierOf } from "~/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/uploads/receiving/upload-store.server";
import { contentTypeOf } from "~/uploads/upload";
import { refusedOpening } from "./may-open";
import { refuse } from "./replies";
import { NOT_FOUND, sendStored } from "./stored-reply";

/**
 * GET and HEAD /files/{uploadId}/{name}: a stored file, whole or by Range. A file that may not be
 * opened looks the same as one that does not exist.
 */
export async function openFile(request: IRequestStrict, portal: Portal): Promise<Response> {
  const upload = await findUpload(portal.db, String(request.params.id).slice(0, 40));
  const complete = upload?.state === "complete" ? upload : undefined;
  const refusal = await refusedOpening(request, portal, complete?.draftId);
  if (refusal) return refusal;
  if (!complete) return refuse(404, NOT_FOUND);
  const { fileName, size, sha256, id, key } = complete;
  return sendStored(request, {
    fileName,
    size,
    contentType: contentTypeOf(complete.kind, complete.probe),
    // The bytes of an upload never change, so its id names them as well.
    hash: sha256 ?? id,
    read: (range) => carrierOf(portal.uploads, complete).read(key, range),
  });
}
