import {
  artworkProblemText,
  audioProblemText,
  customArtworkProblemText,
} from "~/media/problem-texts";
import { isPicture, SNIFF_BYTES, sniff } from "~/media/sniff";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import type { StoredPart } from "../carrier";
import { maxBytes, PART_BYTES } from "../plan";
import type { Upload } from "../upload";
import { UPLOAD_GONE } from "../upload-texts";
import { judgeStored } from "./judge-stored.server";
import { recordPart } from "./part-store.server";
import { removeUpload } from "./remove-upload.server";
import { type ChosenFile, checkChosen, openUpload } from "./start-upload.server";
import { objectSha256 } from "./stored-object.server";
import type { UploadRooms } from "./upload-rooms.server";

interface Refusal {
  ok: false;
  status: 400 | 409 | 413 | 415;
  text: string;
}
export type StreamResult = { ok: true; upload: Upload } | Refusal;

/** What came of a file that was to have the hash that its sender gave. */
const NOT_AS_SENT = "This file did not arrive as it was sent. Send it again.";

/** Reads the rest of a part of the form, so that the fields behind it can still be read. */
async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await chunks.next()).done);
}

/**
 * Cuts a stream of chunks of any size into blocks of exactly `size` bytes, the last one shorter.
 * Every block lies in the same memory: it must be used up before the next one is asked for.
 */
async function* blocks(chunks: AsyncIterator<Uint8Array>, size: number) {
  const block = new Uint8Array(size);
  let filled = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    let chunk = next.value;
    while (filled + chunk.length >= size) {
      block.set(chunk.subarray(0, size - filled), filled);
      chunk = chunk.subarray(size - filled);
      yield block;
      filled = 0;
    }
    block.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled > 0) yield block.subarray(0, filled);
}

/**
 * Stores a file that arrives inside a form post, part by part, so that never more than one part
 * of it is in memory. The whole stream is read in every case, also when the file is refused.
 */
export async function receiveStream(
  rooms: UploadRooms,
  file: Omit<ChosenFile, "size">,
  chunks: AsyncIterator<Uint8Array>,
  clock: Clock,
  ids: Ids,
): Promise<StreamResult> {
  const stored = await storeStream(rooms, { ...file, method: "form" }, chunks, clock, ids);
  return stored.ok ? settleStream(rooms, stored.upload, clock) : stored;
}

/** The first half of {@link receiveStream}: the file lies in the bucket, and is not judged yet. */
export async function storeStream(
  rooms: UploadRooms,
  file: Omit<ChosenFile, "size">,
  chunks: AsyncIterator<Uint8Array>,
  clock: Clock,
  ids: Ids,
): Promise<StreamResult> {
  const byName = checkChosen(file, 1);
  if (byName) {
    await drain(chunks);
    return { ok: false, status: 415, text: byName };
  }
  const parts = blocks(chunks, PART_BYTES);
  const head = await parts.next();
  const first = head.done ? undefined : head.value;
  const refusal = checkFirst(file, first);
  if (refusal || !first) {
    await drain(chunks);
    return refusal ?? { ok: false, status: 400, text: checkChosen(file, 0) ?? "" };
  }
  const upload = await openUpload(rooms, { ...file, size: 0 }, clock(), ids);
  try {
    const size = await storeBlocks(rooms, upload, first, parts, clock);
    if (size !== undefined) return { ok: true, upload: { ...upload, size } };
  } catch (error) {
    await removeUpload(rooms, upload);
    throw error;
  }
  await drain(chunks);
  await removeUpload(rooms, upload);
  const tooBig = checkChosen(file, Number.MAX_SAFE_INTEGER) ?? "";
  return { ok: false, status: 413, text: tooBig };
}

/**
 * The second half: compares what was stored with the SHA-256 that its sender gave, if any, and
 * judges it. What cannot be taken is removed.
 */
export async function settleStream(
  rooms: UploadRooms,
  upload: Upload,
  clock: Clock,
  wanted?: string,
): Promise<StreamResult> {
  try {
    const sha256 = await objectSha256(rooms.carrier, upload.key);
    if (sha256 !== undefined && (!wanted || wanted === sha256)) {
      const judged = await judgeStored(rooms, upload, sha256, clock);
      return judged ?? { ok: false, status: 409, text: UPLOAD_GONE };
    }
  } catch (error) {
    await removeUpload(rooms, upload);
    throw error;
  }
  await removeUpload(rooms, upload);
  return { ok: false, status: 409, text: NOT_AS_SENT };
}

/** Refuses by the first bytes what would be refused at the end anyway. */
function checkFirst(
  file: Omit<ChosenFile, "size">,
  first: Uint8Array | undefined,
): Refusal | undefined {
  if (!first) {
    const text = checkChosen(file, 0);
    return text ? { ok: false, status: 400, text } : undefined;
  }
  const found = sniff(first.subarray(0, SNIFF_BYTES));
  if (file.kind === "track" && found !== "wav")
    return {
      ok: false,
      status: 415,
      text: audioProblemText(found, found === "rifx" ? "big-endian" : "not-wav", file.fileName),
    };
  if (file.kind === "artwork" && found !== "jpeg")
    return { ok: false, status: 415, text: artworkProblemText(found, "not-jpeg") };
  if (file.kind === "custom-artwork" && !isPicture(found))
    return { ok: false, status: 415, text: customArtworkProblemText(found, "not-image") };
  return undefined;
}

/** @returns the size of the stored object in bytes, or undefined when the file is over its limit. */
async function storeBlocks(
  rooms: UploadRooms,
  upload: Upload,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  clock: Clock,
): Promise<number | undefined> {
  const { key, multipartId } = upload;
  const stored: StoredPart[] = [];
  let size = 0;
  const store = async (block: Uint8Array) => {
    size += block.length;
    if (size > maxBytes(upload.kind)) return false;
    const number = stored.length + 1;
    const etag = await rooms.carrier.putPart(key, multipartId, number, block, block.length);
    stored.push({ number, etag });
    await recordPart(rooms.db, upload, { number, etag, size: block.length }, clock());
    return true;
  };
  if (!(await store(first))) return undefined;
  for await (const block of rest) if (!(await store(block))) return undefined;
  await rooms.carrier.join(key, multipartId, stored);
  return size;
}
