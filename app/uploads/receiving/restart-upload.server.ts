import type { Clock } from "~/platform/clock";
import { partRange, plannedParts } from "../plan";
import { contentTypeOf, type Upload } from "../upload";
import { composePart, SourceGoneError } from "./compose-part.server";
import { keyAgain } from "./object-key";
import { type HeldPart, swapMultipart } from "./part-store.server";
import { carrierOf, type ReceivingDeps } from "./receiving-deps.server";
import { objectSha256 } from "./stored-object.server";
import { forgetStrays } from "./stray-store.server";

/** Bytes of a part as a range of the file. */
function rangeOf({ size, partSize }: Upload, number: number) {
  const { start, end } = partRange(size, partSize, number) ?? { start: 0, end: 0 };
  return { offset: start, length: end - start };
}

/**
 * The parts of a stored object that are those the browser hashed. When nothing tells the bad ones
 * from the good, none is.
 */
async function goodParts(
  deps: ReceivingDeps,
  upload: Upload,
  hashes: readonly string[],
): Promise<number[]> {
  const numbers = plannedParts(upload);
  if (hashes.length !== numbers.length) return [];
  const carrier = carrierOf(deps, upload);
  const good: number[] = [];
  for (const number of numbers) {
    const stored = await objectSha256(carrier, upload.key, rangeOf(upload, number));
    if (stored === hashes[number - 1]) good.push(number);
  }
  return good.length === numbers.length ? [] : good;
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
  const carrier = carrierOf(deps, upload);
  const sizeFits = (await carrier.size(upload.key)) === upload.size;
  const good = sizeFits ? await goodParts(deps, upload, hashes) : [];
  const key = keyAgain(upload.key);
  const multipartId = await carrier.open(key, contentTypeOf(upload.kind, null));
  const kept: HeldPart[] = [];
  let swapped = false;
  try {
    for (const number of good) {
      const { offset, length } = rangeOf(upload, number);
      const source = { key: upload.key, offset, length };
      const etag = await composePart(carrier, { key, multipartId, number }, [source]);
      kept.push({ number, etag, size: length });
    }
    // The record first: were the object removed before it, a crash here would lose the good parts.
    swapped = await swapMultipart(deps.db, upload, { key, multipartId }, kept, clock());
  } catch (error) {
    if (!(error instanceof SourceGoneError)) throw error;
  } finally {
    if (!swapped) await carrier.abort(key, multipartId);
  }
  if (!swapped) return undefined;
  await carrier.remove(upload.key);
  await forgetStrays(deps.db, [upload.key]);
  return plannedParts(upload).filter((number) => !good.includes(number));
}
