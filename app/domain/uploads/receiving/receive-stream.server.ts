import { sql } from "drizzle-orm";
import { isPicture } from "~/domain/media/sniff";
import { BrokenFormError } from "~/forms/form-parts.server";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { checkReadable } from "../check-choice";
import { detectFileKind } from "../file-probe";
import { pictureName } from "../picture-name";
import { artworkProblemText, audioProblemText, customArtworkProblemText } from "../problem-texts";
import type { StoredPart } from "../storage-backend";
import type { Upload } from "../upload";
import { maxBytes, PART_BYTES } from "../upload-plan";
import { NO_ROOM, UPLOAD_GONE } from "../upload-texts";
import { countBytesStatements, draftBytesKeySql, hasBytesLeftSql } from "./byte-budget.server";
import { closedReason } from "./closed-upload.server";
import { budgetRefusal, fitsDraftQuotaSql } from "./draft-limits.server";
import { type FileSource, streamSource } from "./file-source.server";
import { partInsert, type RecordedPart } from "./part-store.server";
import type { ReceivingDeps } from "./receiving-deps.server";
import { removeUpload } from "./remove-upload.server";
import { type ChosenFile, checkChosen, openUncheckedUpload } from "./start-upload.server";
import { objectSha256 } from "./stored-object.server";
import { findUpload } from "./upload-store.server";
import { validateStoredUpload } from "./validate-stored.server";

interface Refusal {
  ok: false;
  status: 400 | 409 | 413 | 415 | 429;
  text: string;
  retryAfter?: number | undefined;
  /** Its slot was changed since its sender saw it. */
  isConflict?: true;
  /** An upload that was removed while it arrived. */
  uploadId?: string;
}
export type StreamResult = { ok: true; upload: Upload; isFilled: boolean } | Refusal;
/** Stored, and not validated yet. */
export type Received = { ok: true; upload: Upload } | Refusal;

const NOT_AS_SENT = "This file didn't arrive the way you sent it. Send it again.";

export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
  constructor() {
    super("The file is larger than the standard call takes.");
  }
}

/** Whether sending the same again cannot work. */
const isUnacceptable = (error: unknown) =>
  error instanceof FileTooLargeError ||
  (error instanceof BrokenFormError && error.reason !== "Cut");

/** Whether its sender has named the choice, and so comes again with it: until then it stays open. */
const isNamed = ({ id, choice }: Upload) => choice !== id;

/** One part in memory at a time. The stream is always read to its end. */
export async function receiveStream(
  deps: ReceivingDeps,
  file: Omit<ChosenFile, "size">,
  chunks: AsyncIterator<Uint8Array>,
  clock: Clock,
  ids: Ids,
): Promise<StreamResult> {
  const source = streamSource(chunks);
  const result = await storeStream(deps, { ...file, method: "form" }, source, clock, ids);
  return result.ok ? verifyStoredStream(deps, result.upload, clock) : result;
}

/**
 * Stores a file without validating it. One that is cut off stays open if its sender has named the
 * choice, to send it again.
 */
export async function storeStream(
  deps: ReceivingDeps,
  sentFile: Omit<ChosenFile, "size">,
  source: FileSource,
  clock: Clock,
  ids: Ids,
): Promise<Received> {
  const { kind, fileName: name, contentType: type } = sentFile;
  const nameProblem = checkReadable(kind, { name, type, size: 1 });
  if (nameProblem) {
    await source.drain();
    return { ok: false, status: 415, text: nameProblem };
  }
  const head = await source.head();
  const found = (head && detectFileKind(head)) ?? "unknown";
  const file = {
    ...sentFile,
    fileName: pictureName(name, found),
    contentType: isPicture(found) ? `image/${found}` : type,
  };
  const refusal = checkHead(sentFile, head);
  if (refusal) {
    await source.drain();
    return refusal;
  }
  const opening = await openUncheckedUpload(deps, { ...file, size: 0 }, clock(), ids);
  if (!opening.ok) {
    await source.drain();
    return opening;
  }
  const { upload } = opening;
  const size = await storeParts(deps, upload, source, clock).catch(async (error: unknown) => {
    if (isUnacceptable(error) || !isNamed(upload)) await removeUpload(deps, upload, clock);
    throw error;
  });
  if (typeof size === "number") return { ok: true, upload: { ...upload, size } };
  await source.drain();
  if (size === "closed") return closedStream(deps, upload, clock);
  await removeUpload(deps, upload, clock);
  const tooBig = checkChosen(file, Number.MAX_SAFE_INTEGER) ?? "";
  return { ok: false, status: 413, text: tooBig };
}

/** For an upload that was closed while it arrived, or exceeds the room of its draft. */
async function closedStream(deps: ReceivingDeps, upload: Upload, clock: Clock): Promise<Refusal> {
  const current = await findUpload(deps.db, upload.id);
  // Before its bytes are given back.
  const overBudget = await budgetRefusal(deps, { ...upload, size: PART_BYTES }, clock());
  await removeUpload(deps, upload, clock);
  if (current?.state === "open") return overBudget ?? { ok: false, status: 413, text: NO_ROOM };
  const text = (current && closedReason(current)?.text) ?? UPLOAD_GONE;
  return { ok: false, status: 409, text, uploadId: upload.id };
}

/** Compares it with the sender's SHA-256, if any, and validates it. */
export async function verifyStoredStream(
  deps: ReceivingDeps,
  upload: Upload,
  clock: Clock,
  expectedHash?: string,
): Promise<StreamResult> {
  const sha256 = await objectSha256(deps.carrier, upload.key);
  if (sha256 === undefined) return closedStream(deps, upload, clock);
  if (expectedHash && expectedHash !== sha256) {
    if (!isNamed(upload)) await removeUpload(deps, upload, clock);
    return { ok: false, status: 409, text: NOT_AS_SENT };
  }
  return (
    (await validateStoredUpload(deps, upload, { sha256 }, clock)) ??
    (await closedStream(deps, upload, clock))
  );
}

/** Refuses a wrong file early, by its first bytes. */
function checkHead(
  file: Omit<ChosenFile, "size">,
  head: Uint8Array | undefined,
): Refusal | undefined {
  if (!head) return { ok: false, status: 400, text: checkChosen(file, 0) ?? "" };
  const actualKind = detectFileKind(head);
  if (actualKind === undefined) return undefined;
  if (file.kind === "track" && actualKind !== "wav")
    return {
      ok: false,
      status: 415,
      text: audioProblemText(
        actualKind,
        actualKind === "rifx" ? "big-endian" : "not-wav",
        file.fileName,
      ),
    };
  if (file.kind === "artwork" && actualKind !== "jpeg")
    return { ok: false, status: 415, text: artworkProblemText(actualKind, "not-jpeg") };
  if (file.kind === "custom-artwork" && !isPicture(actualKind))
    return { ok: false, status: 415, text: customArtworkProblemText(actualKind, "not-image") };
  return undefined;
}

/**
 * Records a part of a file whose size was not announced, if its draft, the hour and the bucket have
 * room for it.
 */
async function recordStreamedPart(
  { db, quota, budget }: ReceivingDeps,
  upload: Upload,
  part: RecordedPart,
  sizeSoFar: number,
  now: Date,
): Promise<boolean> {
  const bytes = { bytes: part.size, networkKey: draftBytesKeySql(upload.draftId) };
  const fits = sql`${fitsDraftQuotaSql(upload, sizeSoFar, quota)} AND ${hasBytesLeftSql(bytes, budget, now)}`;
  const isRecorded = sql`EXISTS (SELECT 1 FROM upload_parts AS own
    WHERE own.upload_id = ${upload.id} AND own.number = ${part.number})`;
  const counted = { draftId: upload.draftId, bytes: part.size };
  const [rows] = await db.batch([
    partInsert(db, upload, part, now, fits),
    ...countBytesStatements(db, counted, isRecorded, now),
  ]);
  return rows.length > 0;
}

/** @returns the size of the stored object in bytes, or why it was not stored. */
async function storeParts(deps: ReceivingDeps, upload: Upload, source: FileSource, clock: Clock) {
  const { carrier } = deps;
  const { key, multipartId } = upload;
  const storedParts: StoredPart[] = [];
  let size = 0;
  try {
    for await (const part of source.parts()) {
      size += part.length;
      if (size > maxBytes(upload.kind)) return "too-large";
      const number = storedParts.length + 1;
      const etag = await part.store(carrier, { key, multipartId, number });
      storedParts.push({ number, etag });
      const row = { number, etag, size: part.length };
      if (!(await recordStreamedPart(deps, upload, row, size, clock()))) return "closed";
    }
    await carrier.join(key, multipartId, storedParts);
  } catch (error) {
    if (carrier.problem(error) === "gone") return "closed";
    throw error;
  }
  return size;
}
