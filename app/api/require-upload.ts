import { eq } from "drizzle-orm";
import type { Draft } from "~/domain/submission/draft/draft";
import { extendDraft, isStored, parseDraftRow } from "~/domain/submission/draft/draft-store.server";
import { drafts } from "~/domain/submission/submission-tables.server";
import { parseUploadRow } from "~/domain/uploads/receiving/upload-row.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { isPendingRemoval, type Upload } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";
import { hashKey, readDraftCookie } from "~/session/draft-cookie.server";
import { readNewDraftRef } from "~/session/open-visitor-draft.server";
import { refusal } from "~/session/refusal";
import {
  liveDraft,
  type NoDraft,
  readDraft,
  readDraftToWrite,
  refuseDraft,
  requireFound,
} from "~/session/require-draft.server";
import { draftUnlockedBySql } from "~/session/unlocked-draft.server";

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

interface DraftUpload {
  draft: Draft | NoDraft;
  upload?: Upload;
}

/**
 * Short-lived cache of open uploads: a file of 200 MB makes forty requests. Storage itself refuses
 * parts of an upload that was finished, removed or restarted meanwhile.
 */
const cachedUploads = new Map<string, { upload: Upload; expiresAt: number }>();
const CACHE_MS = 30_000;
const MAX_CACHED = 200;

/**
 * Finds an upload without checking its owner, up to 30 seconds old. Only for bytes sent by a
 * signed link.
 */
export async function cachedUpload(
  { db, clock }: AppContext,
  id: string,
): Promise<Upload | undefined> {
  const now = clock().getTime();
  const cacheEntry = cachedUploads.get(id);
  if (cacheEntry && cacheEntry.expiresAt > now) return cacheEntry.upload;
  const upload = await findUpload(db, id);
  if (upload?.state !== "open") {
    cachedUploads.delete(id);
    return upload;
  }
  if (cachedUploads.size >= MAX_CACHED) cachedUploads.clear();
  cachedUploads.set(id, { upload, expiresAt: now + CACHE_MS });
  return upload;
}

/** Call this when an upload has changed. */
export function evictCachedUpload(id: string): void {
  cachedUploads.delete(id);
}

async function readDraftAndUpload(
  request: Request,
  { db, clock, settings }: AppContext,
  uploadId: string,
): Promise<DraftUpload> {
  const cookie = await readDraftCookie(request, settings.SIGNING_SECRET);
  if (cookie === undefined) return { draft: "none" };
  if (cookie === "malformed") return { draft: "unknown" };
  const now = clock();
  const [row] = await db
    .select()
    .from(drafts)
    .leftJoin(uploads, eq(uploads.id, uploadId))
    .where(draftUnlockedBySql(await hashKey(cookie.key), now.toISOString()));
  const upload = row?.uploads ? parseUploadRow(row.uploads) : undefined;
  return { draft: liveDraft(row && parseDraftRow(row.drafts), now), upload };
}
