import type { Clock } from "~/platform/clock";
import { contentTypeOf, isPendingRemoval, type Upload } from "../upload";
import { partRange, plannedParts } from "../upload-plan";
import { type ClosedReason, closedReason, resolveClosedReason } from "./closed-upload.server";
import { composePart, StoredObjectMissingError } from "./compose-part.server";
import { joinPieces } from "./join-pieces.server";
import { retryObjectKey } from "./object-key";
import {
  deleteParts,
  findParts,
  findPieces,
  type RecordedPart,
  swapMultipart,
} from "./part-store.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { isInSlot } from "./slot-store.server";
import { objectSha256 } from "./stored-object.server";
import { deleteStrays } from "./stray-store.server";
import { findUpload, recordUploadHash } from "./upload-store.server";
import { type StoredValidation, validateStoredUpload } from "./validate-stored.server";

function toRange({ size, partSize }: Upload, number: number) {
  const { start, end } = partRange(size, partSize, number) ?? { start: 0, end: 0 };
  return { offset: start, length: end - start };
}

/** The parts with the browser's hashes. None if all match, as then the wrong part is unknown. */
async function findGoodParts(deps: ReceivingDeps, upload: Upload, hashes: readonly string[]) {
  const numbers = plannedParts(upload);
  if (hashes.length !== numbers.length) return [];
  const carrier = backendOfUpload(deps, upload);
  const goodNumbers: number[] = [];
  for (const number of numbers) {
    const sha256 = await objectSha256(carrier, upload.key, toRange(upload, number));
    if (sha256 === hashes[number - 1]) goodNumbers.push(number);
  }
  return goodNumbers.length === numbers.length ? [] : goodNumbers;
}

/**
 * Replaces a joined object that is not the browser's file: its correct parts are copied into a new
 * multipart upload, so that only the others are sent again.
 * @param hashes SHA-256 of every part by the browser, in order; without them all parts count as
 * wrong.
 * @returns the numbers of the parts to send again; undefined when another call has closed or
 * restarted the upload.
 */
export async function restartUpload(
  deps: ReceivingDeps,
  upload: Upload,
  hashes: readonly string[],
  clock: Clock,
): Promise<number[] | undefined> {
  const carrier = backendOfUpload(deps, upload);
  const sizeFits = (await carrier.size(upload.key)) === upload.size;
  const goodNumbers = sizeFits ? await findGoodParts(deps, upload, hashes) : [];
  const key = retryObjectKey(upload.key);
  const multipartId = await carrier.open(key, contentTypeOf(upload.kind, null));
  const wholeParts: RecordedPart[] = [];
  let swapped = false;
  try {
    for (const number of goodNumbers) {
      const { offset, length } = toRange(upload, number);
      const source = { key: upload.key, offset, length };
      const etag = await composePart(carrier, { key, multipartId, number }, [source]);
      wholeParts.push({ number, etag, size: length });
    }
    // The record first: a crash after removing the object would lose the correct parts.
    swapped = await swapMultipart(deps.db, upload, { key, multipartId }, wholeParts, clock());
  } catch (error) {
    if (!(error instanceof StoredObjectMissingError)) throw error;
  } finally {
    if (!swapped) await carrier.abort(key, multipartId);
  }
  if (!swapped) return undefined;
  await carrier.remove(upload.key);
  await deleteStrays(deps.db, [upload.key]);
  return plannedParts(upload).filter((number) => !goodNumbers.includes(number));
}

interface BrowserFacts {
  sha256?: string | undefined;
  partSha256?: readonly string[];
  /** In LUFS. */
  loudness?: number | undefined;
}

/** `missing`: the parts to send, because they have not arrived or are wrong. */
type CompleteResult =
  | StoredValidation
  | ClosedReason
  | {
      ok: false;
      status: 409;
      text: string;
      missing: number[];
      reason: "not-arrived" | "mismatch";
    };

const TEXTS = {
  "not-arrived": "Some parts of this file haven't arrived yet.",
  mismatch: "What arrived isn't what you sent. Only the parts that are wrong are sent again.",
};

function unfinished(missing: number[], reason: keyof typeof TEXTS = "not-arrived"): CompleteResult {
  return { ok: false, status: 409, text: TEXTS[reason], missing, reason };
}

/**
 * Joins the parts, compares the file with the browser's hashes and validates it. A wrong file is
 * deleted, and the one it was to replace remains. Safe to call again: a finished upload gives the
 * same answer.
 */
export async function completeUpload(
  deps: ReceivingDeps,
  upload: Upload,
  clock: Clock,
  hashes: BrowserFacts = {},
): Promise<CompleteResult> {
  if (upload.state !== "open") return closedResult(deps, upload, hashes);
  const { sha256: browserSha256 } = hashes;
  if (browserSha256 !== undefined && browserSha256 !== upload.sha256)
    await recordUploadHash(deps.db, upload, browserSha256);
  const parts = await collectParts(deps, upload, clock);
  const missing = findMissingParts(upload, parts);
  if (missing.length > 0) return unfinished(missing);
  const problem = await joinParts(deps, upload, parts);
  if (!problem) return checkJoined(deps, upload, clock, hashes);
  // Another call may have joined and validated the file.
  const current = await findUpload(deps.db, upload.id);
  if (current && (current.state !== "open" || current.multipartId !== upload.multipartId))
    return completeUpload(deps, current, clock, hashes);
  if (problem === "gone") return resolveClosedReason(deps, upload, clock);
  await deleteParts(deps.db, upload.id);
  return unfinished(plannedParts(upload));
}

/** The answer for a closed upload; only its own file counts as stored. */
async function closedResult(
  { db }: Pick<ReceivingDeps, "db">,
  upload: Upload,
  { sha256: browserSha256 }: BrowserFacts,
): Promise<CompleteResult> {
  const isOther = browserSha256 !== undefined && browserSha256 !== upload.sha256;
  if (upload.state !== "complete" || isOther)
    return closedReason(upload) ?? unfinished(plannedParts(upload));
  return { ok: true, upload, isFilled: await isInSlot(db, upload) };
}

/** The stored parts, after joining those whose pieces are complete. */
async function collectParts(deps: ReceivingDeps, upload: Upload, clock: Clock) {
  const storedParts = await findParts(deps.db, upload.id);
  if (findMissingParts(upload, storedParts).length === 0) return storedParts;
  const partsInPieces = new Set((await findPieces(deps.db, upload.id)).map(({ part }) => part));
  for (const number of partsInPieces) await joinPieces(deps, upload, number, clock);
  // Without pieces, too: the call that brought the last one may have joined them between the two reads.
  return findParts(deps.db, upload.id);
}

function findMissingParts(upload: Upload, parts: readonly RecordedPart[]): number[] {
  const sizes = new Map(parts.map(({ number, size }) => [number, size]));
  return plannedParts(upload).filter((number) => {
    const range = partRange(upload.size, upload.partSize, number);
    return !range || sizes.get(number) !== range.end - range.start;
  });
}

/** @returns why the parts cannot be joined, if the sender can correct it. */
async function joinParts(deps: ReceivingDeps, upload: Upload, parts: readonly RecordedPart[]) {
  const carrier = backendOfUpload(deps, upload);
  const etags = parts.map(({ number, etag }) => ({ number, etag }));
  try {
    await carrier.join(upload.key, upload.multipartId, etags);
  } catch (error) {
    // An earlier call may have crashed after joining them.
    if ((await carrier.size(upload.key)) === upload.size) return undefined;
    const problem = carrier.problem(error);
    if (!problem) throw error;
    return problem;
  }
  return undefined;
}

async function checkJoined(
  deps: ReceivingDeps,
  upload: Upload,
  clock: Clock,
  hashes: BrowserFacts,
): Promise<CompleteResult> {
  const { partSha256 = [] } = hashes;
  // The caller may not have the file, as on another device.
  const expectedHash = hashes.sha256 ?? upload.sha256;
  const carrier = backendOfUpload(deps, upload);
  const sha256 = await objectSha256(carrier, upload.key);
  const sizeFits = (await carrier.size(upload.key)) === upload.size;
  if (sha256 !== undefined && sizeFits && (!expectedHash || expectedHash === sha256)) {
    const verdict = await validateStoredUpload(
      deps,
      upload,
      { sha256, loudness: hashes.loudness },
      clock,
    );
    if (verdict) return verdict;
  } else if (sha256 !== undefined) {
    const missing = await restartUpload(deps, upload, partSha256, clock);
    if (missing) return unfinished(missing, "mismatch");
  }
  // Another call has closed or restarted it meanwhile.
  const current = await findUpload(deps.db, upload.id);
  // A removal may have run before this call had joined the object.
  if (!current || isPendingRemoval(current)) await carrier.remove(upload.key);
  if (!current) return resolveClosedReason(deps, upload, clock);
  if (current.state !== "open") return closedResult(deps, current, hashes);
  return unfinished(findMissingParts(current, await findParts(deps.db, current.id)));
}
