import type { IRequestStrict } from "itty-router";
import type { ClipName } from "~/domain/clips/clip-path";
import { findClip } from "~/domain/clips/clip-store.server";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import type { AppContext } from "~/session/app-context";
import { requireFileAccess } from "./file-access";
import { refuse } from "./replies";
import { NOT_FOUND, sendStored } from "./stored-reply";

/** Undefined if the address cannot name a clip. */
function parseClipName({ params }: IRequestStrict): ClipName | undefined {
  try {
    const [submissionId = "", uploadId = "", clipId = ""] = ["submission", "upload", "clip"].map(
      (name) => decodeURIComponent(String(params[name])).slice(0, 300),
    );
    return { submissionId, uploadId, clipId };
  } catch {
    // Malformed percent-encoding.
    return undefined;
  }
}

/**
 * GET and HEAD /files/clips/{submissionId}/{uploadId}/{clipId}/{name}: a social clip, whole or by Range. A
 * forbidden one looks like one that does not exist.
 */
export async function openClip(request: IRequestStrict, context: AppContext): Promise<Response> {
  const name = parseClipName(request);
  const clip = name && (await findClip(context.db, name));
  const upload = clip && (await findUpload(context.db, clip.uploadId));
  const file = clip && upload && { clip, upload, draftId: upload.draftId };
  const { clip: allowedClip, upload: track } = await requireFileAccess(request, context, file);
  const { key, bytes, sha256, fileName } = allowedClip;
  if (allowedClip.state !== "cut" || !key || !bytes || !sha256) return refuse(404, NOT_FOUND);
  return sendStored(request, {
    fileName,
    size: bytes,
    contentType: "audio/wav",
    hash: sha256,
    read: (range) => backendOfUpload(context.uploads, track).read(key, range),
  });
}
