import type { IRequestStrict } from "itty-router";
import { findStoredProof, proofContentType } from "~/domain/artists/release/proof-store.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import type { AppContext } from "~/session/app-context";
import { requireFileAccess } from "./file-access";
import { sendStored } from "./stored-reply";

/**
 * GET and HEAD /files/proofs/{id}/{name}: a file that proves rights, for staff and its artist. A forbidden
 * one looks like one that does not exist.
 */
export async function openProof(request: IRequestStrict, context: AppContext): Promise<Response> {
  const { db, uploads } = context;
  const stored = await findStoredProof(db, String(request.params.id).slice(0, 40));
  const submission = stored && (await findSubmission(db, stored.submissionId));
  const file = stored && submission && { ...stored, draftId: submission.draftId };
  const proof = await requireFileAccess(request, context, file);
  const { fileName, size, sha256, key } = proof;
  return sendStored(request, {
    fileName,
    size,
    contentType: proofContentType(proof),
    hash: sha256,
    read: (range) => uploads.own.read(key, range),
  });
}
