import { eq, ne, sql } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { checkChoice } from "../check-choice";
import { type InferredSlot, isSlotOf } from "../slots";
import { contentTypeOf, type Upload } from "../upload";
import type { UploadKind } from "../upload-kinds";
import { maxBytes, PART_BYTES } from "../upload-plan";
import { CHANGED_ELSEWHERE } from "../upload-texts";
import { countBytesStatements, draftBytesKeySql, hasBytesLeftSql } from "./byte-budget.server";
import {
  canStartUploadSql,
  explainQuotaRefusal,
  isSlotFreeSql,
  type PlacedFile,
  type QuotaRefusal,
} from "./draft-limits.server";
import { objectKey, safeFileName } from "./object-key";
import type { ReceivingDeps } from "./receiving-deps.server";
import { tryPurgeRemovedUploads } from "./remove-upload.server";
import { chooseStatement, hasChoiceSql, type SeenSlot, wasSeen } from "./slot-store.server";
import { markRemovedStatement, parseUploadRow } from "./upload-row.server";
import { insertUploadStatement } from "./upload-store.server";
import { uploads } from "./upload-tables.server";

/** `size` in bytes. */
export interface ChosenFile extends PlacedFile {
  artistName: string;
  kind: UploadKind;
  /** The sender's name for this choice; without one the upload's id. */
  choice?: string | undefined;
  /** What the sender knew of the slot. */
  seen?: SeenSlot;
  /** Whether it may take this slot only while no other file is there or pending. */
  isFree?: boolean;
  /** Finds another slot for a file whose sender named none. */
  findSlot?: () => Promise<InferredSlot>;
  fileName: string;
  contentType: string;
  fingerprint?: string;
  sha256?: string;
  /** In parts by default. */
  method?: Upload["method"];
  /** As from `partSizeFor`. */
  partSize?: number;
}

type StartResult =
  | { ok: true; upload: Upload }
  | QuotaRefusal
  | SlotConflict
  | { ok: false; status: 400 | 413 | 415; text: string; retryAfter?: undefined };

/** The slot was changed by another tab or device since its sender saw it. */
export interface SlotConflict {
  ok: false;
  status: 409;
  text: string;
  isConflict: true;
  retryAfter?: undefined;
}

export const SLOT_CONFLICT: SlotConflict = {
  ok: false,
  status: 409,
  text: CHANGED_ELSEWHERE,
  isConflict: true,
};

export const NO_SUCH_SLOT = {
  ok: false,
  status: 400,
  text: "This file doesn't belong to any field of the form.",
} as const;

/** The text for a file of `size` bytes that cannot be accepted. */
export function checkChosen(
  { kind, fileName: name, contentType: type }: Omit<ChosenFile, "size">,
  size: number,
): string | undefined {
  return checkChoice(kind, { name, type, size });
}

function refusalStatus(file: ChosenFile): 400 | 413 | 415 {
  if (checkChosen(file, 1)) return 415;
  return file.size > maxBytes(file.kind) ? 413 : 400;
}

/**
 * Makes a file the last choice of its slot and starts its upload, unless the slot was changed since
 * its sender saw it. The slot keeps its stored file until the new one has arrived.
 */
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

/** More than the tracks of any release. */
const MAX_SLOT_TRIES = 25;

/**
 * As {@link startUpload} without checks, for a stream of unknown size. A file without a named slot
 * tries another where a parallel upload has taken it.
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
  deps: ReceivingDeps,
  file: ChosenFile,
  now: Date,
  ids: Ids,
): Promise<StartResult> {
  const { db, carrier, quota, budget } = deps;
  const id = ids.next(now);
  const key = objectKey({ ...file, uploadId: id });
  const { method = "direct" } = file;
  const seen = { sha256: file.sha256, ...file.seen };
  const choice = file.choice ?? id;
  // Never the sender's type: it decides how browsers treat the file.
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
    method,
    choice,
  };
  let isRecorded = false;
  let earlierTries: Upload[] = [];
  try {
    const contentType = file.contentType.slice(0, 100);
    const { draftId, slot, fileName } = upload;
    const bytes = { bytes: file.size, networkKey: draftBytesKeySql(draftId) };
    const canStart = sql`${canStartUploadSql(file, quota)} AND ${hasBytesLeftSql(bytes, budget, now)}`;
    const isAllowed = sql`${canStart} AND ${file.isFree ? isSlotFreeSql({ draftId, slot, fileName }) : sql`TRUE`}`;
    // A form without script is on its way already: its file is kept beside the slot, to be chosen from.
    const hasChoice = method === "form" ? sql`TRUE` : hasChoiceSql(upload, choice);
    const isBegun = sql`EXISTS (SELECT 1 FROM uploads AS begun WHERE begun.id = ${id})`;
    const [, rows, removedRows] = await db.batch([
      chooseStatement(db, { draftId, slot }, choice, { seen, isAllowed, now }),
      insertUploadStatement(db, { ...upload, contentType }, sql`${canStart} AND ${hasChoice}`, now),
      // Its sender sends a file of one call or form again after that was cut off.
      markRemovedStatement(db, [
        ...[eq(uploads.draftId, draftId), eq(uploads.slot, slot), eq(uploads.choice, choice)],
        ...[eq(uploads.state, "open"), ne(uploads.id, id), eq(uploads.method, method)],
        method === "direct" ? sql`FALSE` : undefined,
        isBegun,
      ]),
      ...countBytesStatements(db, { draftId, bytes: file.size }, isBegun, now),
    ]);
    isRecorded = rows.length > 0;
    earlierTries = removedRows.map(parseUploadRow);
  } finally {
    if (!isRecorded) await carrier.abort(key, multipartId).catch(() => undefined);
  }
  await tryPurgeRemovedUploads(deps, earlierTries);
  if (isRecorded)
    return {
      ok: true,
      upload: { ...upload, state: "open", probe: null, preview: null, origin: null },
    };
  if (!(await wasSeen(db, file, { ...seen, choice }))) return SLOT_CONFLICT;
  return explainQuotaRefusal(deps, file, now);
}
