import type { Draft } from "~/submission/draft/draft";
import { extendDraft, isStored } from "~/submission/draft/draft-store.server";
import { isPendingRemoval, type Upload } from "~/uploads/upload";
import { ALREADY_SUBMITTED } from "~/uploads/upload-texts";
import { readNewName } from "./open-visitor-draft.server";
import type { Portal } from "./portal";
import { refusal } from "./refusal";
import { OTHER_DRAFT, readDraft, readDraftToWrite, requireFound } from "./require-draft.server";
import { readDraftAndUpload } from "./visitor-upload.server";

/** Why an upload cannot be gone on with. */
export const UPLOAD_NOT_FOUND = "We can't find this upload. Choose the file again.";

/** An upload of the visitor's draft. */
export interface OwnUpload {
  draft: Draft;
  upload: Upload;
}

/**
 * Guards what changes a draft's files, which keeps the draft for 14 days from now.
 * @throws Response 403 without a draft, 409 after the submit, 429 or 503 where none can be opened.
 */
export async function requireDraftForFiles(request: Request, context: Portal): Promise<Draft> {
  const draft = requireFound(await readDraftToWrite(request, context), 403);
  if (draft.submitted) throw refusal(409, ALREADY_SUBMITTED);
  const artist = await context.scope.artist();
  await extendDraft(context.db, draft.id, context.clock(), artist?.id);
  return draft;
}

/**
 * The same before a body is read: opens and keeps nothing.
 * @throws Response 403 without a draft, 409 after the submit.
 */
export async function refuseWithoutDraft(request: Request, context: Portal): Promise<void> {
  const draft = await readDraft(request, context);
  // What the browser has a name for is opened by what it sends.
  if (draft === "none" && (await readNewName(request, context))) return;
  if (requireFound(draft, 403).submitted) throw refusal(409, ALREADY_SUBMITTED);
}

/**
 * Guards a file that says which draft it is for, as the pages of a tab do: the browser may have opened
 * another one since, whose first track has the same slot. What names no draft of ours counts for this one.
 * @throws Response 409 for a file of another draft.
 */
export async function refuseOtherDraft(
  { db }: Pick<Portal, "db">,
  draft: Draft,
  sessionId = draft.id,
): Promise<void> {
  if (sessionId !== draft.id && (await isStored(db, sessionId))) throw refusal(409, OTHER_DRAFT);
}

/**
 * Guards an upload: it must belong to the visitor's draft, and may only be read after the submit.
 * @throws Response 403 without a draft or for another's upload, 404 for one that is not there, 409
 * after the submit.
 */
export async function requireUpload(
  request: Request,
  context: Portal,
  id: unknown,
): Promise<OwnUpload> {
  const { draft: found, upload } = await readDraftAndUpload(
    request,
    context,
    String(id).slice(0, 40),
  );
  const draft = requireFound(found, 403);
  if (!upload) throw refusal(404, UPLOAD_NOT_FOUND);
  if (upload.draftId !== draft.id) throw refusal(403, "This upload belongs to another draft.");
  if (draft.submitted && request.method !== "GET") throw refusal(409, ALREADY_SUBMITTED);
  if (isPendingRemoval(upload)) throw refusal(404, UPLOAD_NOT_FOUND);
  return { draft, upload };
}
