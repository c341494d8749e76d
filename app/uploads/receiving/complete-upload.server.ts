import type { Clock } from "~/platform/clock";
import { contentTypeOf, isPendingRemoval, type Upload } from "../upload";
import { partRange, plannedParts } from "../upload-plan";
import { type ClosedReason, closedReason, resolveClosedReason } from "./closed-upload.server";
import { composePart, StoredObjectMissingError } from "./compose-part.server";
import { joinPieces } from "./join-pieces.server";
import { retryObjectKey } from "./object-key";
import {
  deleteParts,
  type RecordedPart,
  findParts,
  findPieces,
  swapMultipart,
} from "./part-store.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { objectSha256 } from "./stored-object.server";
import { deleteStrays } from "./stray-store.server";
import { findUpload, recordUploadHash } from "./upload-store.server";
import { type StoredValidation, validateStoredUpload } from "./validate-stored.server";

/** Bytes of a part as a range of the file. */
function toRange({ size, partSize }: Upload, number: number) {
  const { start, end } = partRange(size, partSize, number) ?? { start: 0, end: 0 };
  return { offset: start, length: end - start };
}

/**
 * The parts of a stored object that are those the browser hashed. When nothing tells the bad ones
 * from the good, none is.
 */
async function findGoodParts(
  deps: ReceivingDeps,
  upload: Upload,
  hashes: readonly string[],
): Promise<number[]> {
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
 * Takes back a joined object that is not the file the browser read: what is right of it is copied
 * into a new multipart upload of the same upload, so that only the rest must be sent again.
 * @param hashes SHA-256 of every part as the browser read it, in order; without them all are bad.
 * @returns the numbers of the parts to send again; undefined when the upload was settled or begun
 * anew by another call in the meantime.
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
    // The record first: were the object removed before it, a crash here would lose the good parts.
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

/** What the browser read of the file: SHA-256 of the whole and of every part, as hex digits. */
interface BrowserHashes {
  sha256?: string;
  partSha256?: readonly string[];
}

/** `missing` are the parts to send (again), and why: not here yet, or not what the browser read. */
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
 * Joins the parts into the file, reads it back, compares it with what the browser read, and judges
 * what it really is. A file that is not what its slot needs is deleted; the one it was to replace
 * stays. Safe to call again: a finished upload answers as it did.
 */
export async function completeUpload(
  deps: ReceivingDeps,
  upload: Upload,
  clock: Clock,
  hashes: BrowserHashes = {},
): Promise<CompleteResult> {
  if (upload.state !== "open") return closedResult(upload, hashes);
  const { sha256: browserSha256 } = hashes;
  if (browserSha256 !== undefined && browserSha256 !== upload.sha256)
    await recordUploadHash(deps.db, upload, browserSha256);
  const parts = await collectParts(deps, upload, clock);
  const missing = findMissingParts(upload, parts);
  if (missing.length > 0) return unfinished(missing);
  const problem = await joinParts(deps, upload, parts);
  if (!problem) return checkJoined(deps, upload, clock, hashes);
  // Another call may have joined and judged the file in the meantime: its answer is ours.
  const current = await findUpload(deps.db, upload.id);
  if (current && (current.state !== "open" || current.multipartId !== upload.multipartId))
    return completeUpload(deps, current, clock, hashes);
  if (problem === "gone") return resolveClosedReason(deps, upload, clock);
  await deleteParts(deps.db, upload.id);
  return unfinished(plannedParts(upload));
}

/** The answer for an upload that is no longer open; stored, it is that of its own file alone. */
function closedResult(upload: Upload, { sha256: browserSha256 }: BrowserHashes): CompleteResult {
  const isOther = browserSha256 !== undefined && browserSha256 !== upload.sha256;
  if (upload.state === "complete" && !isOther) return { ok: true, upload };
  return closedReason(upload) ?? unfinished(plannedParts(upload));
}

/** The parts held, after those that have all their pieces were joined. */
async function collectParts(deps: ReceivingDeps, upload: Upload, clock: Clock): Promise<RecordedPart[]> {
  const storedParts = await findParts(deps.db, upload.id);
  if (findMissingParts(upload, storedParts).length === 0) return storedParts;
  const partsInPieces = new Set((await findPieces(deps.db, upload.id)).map(({ part }) => part));
  for (const number of partsInPieces) await joinPieces(deps, upload, number, clock);
  return partsInPieces.size > 0 ? findParts(deps.db, upload.id) : storedParts;
}

/** The numbers of planned parts that are not held, or not with the bytes that the plan says. */
function findMissingParts(upload: Upload, parts: readonly RecordedPart[]): number[] {
  const sizes = new Map(parts.map(({ number, size }) => [number, size]));
  return plannedParts(upload).filter((number) => {
    const range = partRange(upload.size, upload.partSize, number);
    return !range || sizes.get(number) !== range.end - range.start;
  });
}

/** @returns why the parts could not be joined, when that is for the sender to mend. */
async function joinParts(deps: ReceivingDeps, upload: Upload, parts: readonly RecordedPart[]) {
  const carrier = backendOfUpload(deps, upload);
  const etags = parts.map(({ number, etag }) => ({ number, etag }));
  try {
    await carrier.join(upload.key, upload.multipartId, etags);
  } catch (error) {
    // An earlier call may have joined the parts and died before it could write that down.
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
  hashes: BrowserHashes,
): Promise<CompleteResult> {
  const { partSha256 = [] } = hashes;
  // Whoever finishes it may have none of its bytes, as on another device.
  const expectedHash = hashes.sha256 ?? upload.sha256;
  const carrier = backendOfUpload(deps, upload);
  const sha256 = await objectSha256(carrier, upload.key);
  const sizeFits = (await carrier.size(upload.key)) === upload.size;
  if (sha256 !== undefined && sizeFits && (!expectedHash || expectedHash === sha256)) {
    const verdict = await validateStoredUpload(deps, upload, sha256, clock);
    if (verdict) return verdict;
  } else if (sha256 !== undefined) {
    const missing = await restartUpload(deps, upload, partSha256, clock);
    if (missing) return unfinished(missing, "mismatch");
  }
  // Another call has settled it, or begun it anew, while this one was reading.
  const current = await findUpload(deps.db, upload.id);
  // Whoever took it away may have looked for its object before this call had joined it.
  if (!current || isPendingRemoval(current)) await carrier.remove(upload.key);
  if (!current) return resolveClosedReason(deps, upload, clock);
  if (current.state !== "open") return closedResult(current, hashes);
  return unfinished(findMissingParts(current, await findParts(deps.db, current.id)));
}
