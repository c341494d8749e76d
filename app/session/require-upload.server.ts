import type { Draft } from "~/domain/submission/draft/draft";
import { extendDraft, isStored } from "~/domain/submission/draft/draft-store.server";
import { isPendingRemoval, type Upload } from "~/domain/uploads/upload";
import type { AppContext } from "./app-context";
import { readNewDraftRef } from "./open-visitor-draft.server";
import { refusal } from "./refusal";
import { readDraft, readDraftToWrite, refuseDraft, requireFound } from "./require-draft.server";
import { readDraftAndUpload } from "./visitor-upload.server";

export const UPLOAD_NOT_FOUND = "We can't find this upload. Choose the file again.";

export interface OwnUpload {
  draft: Draft;
  upload: Upload;
}

/**
 * Requires a draft for changing files, and extends it by 14 days.
 * @throws Response 403 without a draft, 409 after the submit, 429 or 503 if none can be opened.
 */
export async function requireDraftForFiles(request: Request, context: AppContext): Promise<Draft> {
  const found = await readDraftToWrite(request, context);
  const draft = await requireFound(request, context, found, 403);
  if (draft.submitted) throw refuseDraft(context, draft, "submitted");
  const artist = await context.scope.artist("write");
  await extendDraft(context.db, draft.id, context.clock(), artist?.id);
  return draft;
}

/**
 * Checks the draft before the body is read; opens and extends nothing.
 * @throws Response 403 without a draft, 409 after the submit.
 */
export async function refuseWithoutDraft(request: Request, context: AppContext): Promise<void> {
  const draft = await readDraft(request, context);
  // A draft that is not stored yet is opened by the upload.
  if (draft === "none" && (await readNewDraftRef(request, context))) return;
  const found = await requireFound(request, context, draft, 403);
  if (found.submitted) throw refuseDraft(context, found, "submitted");
}

/**
 * Refuses a file for another draft: the browser may have opened another one since, whose first
 * track has the same slot. An unknown id counts as this draft.
 * @throws Response 409 for a file of another draft.
 */
export async function refuseOtherDraft(
  context: Pick<AppContext, "db" | "log">,
  draft: Draft,
  sessionId = draft.id,
): Promise<void> {
  if (sessionId !== draft.id && (await isStored(context.db, sessionId)))
    throw refuseDraft(context, draft, "other-draft");
}

/**
 * Requires an upload of the visitor's draft; after the submit it can only be read.
 * @throws Response 403 without a draft or for another draft's upload, 404 for a missing one, 409
 * after the submit.
 */
export async function requireUpload(
  request: Request,
  context: AppContext,
  id: unknown,
): Promise<OwnUpload> {
  const { draft: draftResult, upload } = await readDraftAndUpload(
    request,
    context,
    String(id).slice(0, 40),
  );
  const draft = await requireFound(request, context, draftResult, 403);
  if (!upload) throw refusal(404, UPLOAD_NOT_FOUND);
  if (upload.draftId !== draft.id) {
    context.log("info", "draft.refused", {
      reason: "other draft",
      draftId: draft.id,
      uploadId: upload.id,
    });
    throw refusal(403, "This upload belongs to another draft.");
  }
  if (draft.submitted && request.method !== "GET") throw refuseDraft(context, draft, "submitted");
  if (isPendingRemoval(upload)) throw refusal(404, UPLOAD_NOT_FOUND);
  return { draft, upload };
}
