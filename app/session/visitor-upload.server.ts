import { eq } from "drizzle-orm";
import { sha256Hex } from "~/platform/hash";
import type { Draft } from "~/submission/draft/draft";
import { parseDraftRow } from "~/submission/draft/draft-store.server";
import { drafts } from "~/submission/submission-tables.server";
import { parseUploadRow } from "~/uploads/receiving/upload-row.server";
import { findUpload } from "~/uploads/receiving/upload-store.server";
import { uploads } from "~/uploads/receiving/upload-tables.server";
import type { Upload } from "~/uploads/upload";
import { readDraftCookie } from "./draft-cookie.server";
import type { Portal } from "./portal";
import { liveDraft, type NoDraft } from "./require-draft.server";
import { draftUnlockedBySql } from "./unlocked-draft.server";

interface DraftUpload {
  draft: Draft | NoDraft;
  upload?: Upload;
}

/**
 * Open uploads, remembered for a short while: a file of 200 MB asks forty times, and what a part
 * needs of its upload hardly ever changes. Storage itself refuses parts of an upload that has been
 * finished, removed or begun anew meanwhile.
 */
const recent = new Map<string, { upload: Upload; until: number }>();
const REMEMBER_MS = 30_000;
const MAX_REMEMBERED = 200;

/**
 * The upload of this id, whoever it belongs to. May be up to 30 seconds old: for bytes that come
 * by a signed link only.
 */
export async function cachedUpload({ db, clock }: Portal, id: string): Promise<Upload | undefined> {
  const now = clock().getTime();
  const cacheEntry = recent.get(id);
  if (cacheEntry && cacheEntry.until > now) return cacheEntry.upload;
  const upload = await findUpload(db, id);
  if (upload?.state !== "open") {
    recent.delete(id);
    return upload;
  }
  if (recent.size >= MAX_REMEMBERED) recent.clear();
  recent.set(id, { upload, until: now + REMEMBER_MS });
  return upload;
}

/** Forgets what is remembered of an upload, because it has changed. */
export function evictCachedUpload(id: string): void {
  recent.delete(id);
}

/**
 * The live draft of this visitor and the upload of this id, whoever it belongs to, in one query.
 */
export async function readDraftAndUpload(
  request: Request,
  { db, clock, settings }: Portal,
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
    .where(draftUnlockedBySql(await sha256Hex(cookie.key), now.toISOString()));
  const upload = row?.uploads ? parseUploadRow(row.uploads) : undefined;
  return { draft: liveDraft(row && parseDraftRow(row.drafts), now), upload };
}
