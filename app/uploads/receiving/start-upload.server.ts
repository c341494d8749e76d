import { sql } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { checkChoice } from "../check-choice";
import { type InferredSlot, isSlotOf } from "../slots";
import { contentTypeOf, type Upload } from "../upload";
import { maxBytes, PART_BYTES, type UploadKind } from "../upload-plan";
import {
  canStartUploadSql,
  explainQuotaRefusal,
  isSlotFreeSql,
  type QuotaRefusal,
} from "./draft-limits.server";
import { objectKey, safeFileName } from "./object-key";
import type { ReceivingDeps } from "./receiving-deps.server";
import { insertUpload } from "./upload-store.server";

/** A file the artist has chosen. `size` in bytes. */
export interface ChosenFile {
  draftId: string;
  artistName: string;
  kind: UploadKind;
  slot: string;
  /** Whether it is for this slot only as long as no other file is there or on its way. */
  isFree?: boolean;
  /** Finds another slot for a file whose sender names none. */
  findSlot?: () => Promise<InferredSlot>;
  fileName: string;
  contentType: string;
  size: number;
  /** How the browser knows the file again, where it can tell. */
  fingerprint?: string;
  /** SHA-256 of all of it, where its sender has told. */
  sha256?: string;
  /** The call it comes by; in parts unless it says otherwise. */
  method?: Upload["method"];
  /** Bytes per part, as `partSizeFor` gives them. */
  partSize?: number;
  /** Whether it comes in a form with the row of its track, which may be new. */
  withRow?: boolean;
  /** The tracks that the release has room for by that form, whose type need not be saved yet. */
  roomFor?: number;
}

type StartResult =
  | { ok: true; upload: Upload }
  | QuotaRefusal
  | { ok: false; status: 400 | 413 | 415; text: string; retryAfter?: undefined };

/** The refusal of a file that no field of a form is for. */
export const NO_SUCH_SLOT = {
  ok: false,
  status: 400,
  text: "This file doesn't belong to any field of the form.",
} as const;

/** The text for a chosen file that cannot be taken, had it `size` bytes; undefined when it can. */
export function checkChosen(
  { kind, fileName: name, contentType: type }: Omit<ChosenFile, "size">,
  size: number,
): string | undefined {
  return checkChoice(kind, { name, type, size });
}

/** The status that goes with the text of {@link checkChosen}: wrong type, too large, or empty. */
function refusalStatus(file: ChosenFile): 400 | 413 | 415 {
  if (checkChosen(file, 1)) return 415;
  return file.size > maxBytes(file.kind) ? 413 : 400;
}

/** Opens a multipart upload for a chosen file and records it; what fills the slot now stays. */
export async function startUpload(
  deps: ReceivingDeps,
  file: ChosenFile,
  clock: Clock,
  ids: Ids,
): Promise<StartResult> {
  if (!isSlotOf(file.kind, file.slot)) return NO_SUCH_SLOT;
  const text = checkChosen(file, file.size);
  if (text) return { ok: false, status: refusalStatus(file), text };
  return openUncheckedUpload(deps, file, clock(), ids);
}

/** More often than this a file finds its slot taken in no release: it has fewer tracks. */
const MAX_SLOT_TRIES = 25;

/**
 * The same without the checks, for a stream whose size shows only at its end. A file whose sender
 * names no slot looks for another where one that came at the same moment has taken it.
 */
export async function openUncheckedUpload(
  deps: ReceivingDeps,
  file: ChosenFile,
  now: Date,
  ids: Ids,
): Promise<StartResult> {
  let placedFile = file;
  for (let tries = 0; ; tries++) {
    const result = await openInSlot(deps, placedFile, now, ids);
    if (result.ok || !placedFile.findSlot || tries === MAX_SLOT_TRIES) return result;
    const foundSlot = await placedFile.findSlot();
    if (foundSlot.slot === placedFile.slot && foundSlot.isFree === placedFile.isFree) return result;
    placedFile = { ...placedFile, ...foundSlot };
  }
}

async function openInSlot(
  { db, carrier, quota }: ReceivingDeps,
  file: ChosenFile,
  now: Date,
  ids: Ids,
): Promise<StartResult> {
  const id = ids.next(now);
  const key = objectKey({ ...file, uploadId: id });
  // The bucket's own type, never the sender's: it decides how a browser treats the file later.
  const multipartId = await carrier.open(key, contentTypeOf(file.kind, null));
  const upload = {
    id,
    draftId: file.draftId,
    kind: file.kind,
    slot: file.slot,
    fileName: safeFileName(file.fileName),
    size: file.size,
    fingerprint: file.fingerprint ?? null,
    sha256: file.sha256 ?? null,
    key,
    multipartId,
    partSize: file.partSize ?? PART_BYTES,
    carrier: carrier.name,
    method: file.method ?? "direct",
  };
  let isRecorded = false;
  try {
    const contentType = file.contentType.slice(0, 100);
    const { draftId, slot, fileName } = upload;
    const isAllowed = sql`${canStartUploadSql(file, quota)} AND ${file.isFree ? isSlotFreeSql({ draftId, slot, fileName }) : sql`TRUE`}`;
    isRecorded = await insertUpload(db, { ...upload, contentType }, isAllowed, now);
  } finally {
    if (!isRecorded) await carrier.abort(key, multipartId).catch(() => undefined);
  }
  if (!isRecorded) return explainQuotaRefusal(db, file, quota);
  return {
    ok: true,
    upload: { ...upload, state: "open", probe: null, preview: null, origin: null },
  };
}
