import { eq } from "drizzle-orm";
import type { Draft } from "~/domain/submission/draft/draft";
import { parseDraftRow } from "~/domain/submission/draft/draft-store.server";
import { drafts } from "~/domain/submission/submission-tables.server";
import { parseUploadRow } from "~/domain/uploads/receiving/upload-row.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import type { Upload } from "~/domain/uploads/upload";
import type { AppContext } from "./app-context";
import { hashKey, readDraftCookie } from "./draft-cookie.server";
import { liveDraft, type NoDraft } from "./require-draft.server";
import { draftUnlockedBySql } from "./unlocked-draft.server";

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

export async function readDraftAndUpload(
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
