import type { AppLoadContext } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { sha256Hex } from "~/platform/hash";
import type { Draft } from "~/submission/draft";
import { draftOf, unlockedBy } from "~/submission/draft-store.server";
import { drafts } from "~/submission/tables.server";
import { uploads } from "~/uploads/tables.server";
import type { Upload } from "~/uploads/upload";
import { uploadOf } from "~/uploads/upload-store.server";
import { readDraftKey } from "./draft-cookie.server";
import { liveDraft, type NoDraft } from "./require-draft.server";

interface Found {
  draft: Draft | NoDraft;
  upload?: Upload;
}

/**
 * Open uploads of live drafts, remembered for a short while: a file of 200 MB asks forty times, and
 * what a part needs of its upload never changes. The bucket itself refuses parts of an upload that
 * has been finished or removed meanwhile; a link that was stopped can send parts for as long.
 */
const recent = new Map<string, { found: Found; until: number }>();
const REMEMBER_MS = 30_000;
const MAX_REMEMBERED = 200;

function remember(name: string, found: Found, now: number): void {
  if (recent.size >= MAX_REMEMBERED) recent.clear();
  recent.set(name, { found, until: now + REMEMBER_MS });
}

/** As {@link readDraftAndUpload}, but may be up to 30 seconds old: for the parts of a file only. */
export async function recallDraftAndUpload(
  request: Request,
  context: AppLoadContext,
  uploadId: string,
): Promise<Found> {
  const now = context.clock().getTime();
  const name = `${await readDraftKey(request)} ${uploadId}`;
  const known = recent.get(name);
  if (known && known.until > now) return known.found;
  const found = await readDraftAndUpload(request, context, uploadId);
  if (typeof found.draft === "object" && found.upload?.draftId === found.draft.id)
    remember(name, found, now);
  return found;
}

/**
 * The live draft of this visitor and the upload of this id, whoever it belongs to, in one query.
 */
export async function readDraftAndUpload(
  request: Request,
  { db, clock }: AppLoadContext,
  uploadId: string,
): Promise<Found> {
  const key = await readDraftKey(request);
  if (key === undefined) return { draft: "none" };
  if (key === "malformed") return { draft: "unknown" };
  const [row] = await db
    .select()
    .from(drafts)
    .leftJoin(uploads, eq(uploads.id, uploadId))
    .where(unlockedBy(await sha256Hex(key)));
  const upload = row?.uploads ? uploadOf(row.uploads) : undefined;
  return { draft: liveDraft(row && draftOf(row.drafts), clock()), upload };
}
