import { type ChunkVisitor, visitLateChunks } from "./picture-chunks";
import { readText } from "./picture-metadata";
import type { CachedReader } from "./range-reader";

/** Browsers show no larger pictures. */
const MAX_SIDE = 1_000_000;
const MAX_PIXELS = 2 ** 29 - 1;
const MAX_CHUNKS = 10_000;
/** Allowed bit depths by colour type (ISO 15948, 11.2.2). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** The colour type with a palette. */
const INDEXED = 3;
/** 256 colours. */
const MAX_PALETTE_BYTES = 768;
/** The largest zlib window (RFC 1950). */
const MAX_WINDOW = 7;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function updateCrc(bytes: Uint8Array, previousCrc: number): number {
  let crc = previousCrc;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return crc;
}

/** Whether a chunk's checksum, which includes its name, is right. */
async function isUndamaged(reader: CachedReader, from: number, to: number): Promise<boolean> {
  let crc = 0xffffffff;
  for (let at = from; at < to; ) {
    const bytes = (await reader.rest(at))?.subarray(0, to - at);
    if (!bytes) return false;
    crc = updateCrc(bytes, crc);
    at += bytes.length;
  }
  return (await reader.at(to, 4))?.getUint32(0) === ~crc >>> 0;
}

/** The colour type of a header; undefined if browsers cannot show the picture. */
function readColourType(header: DataView): number | undefined {
  const [width, height] = [header.getUint32(0), header.getUint32(4)];
  const [depth, colour = 0, ...methods] = [8, 9, 10, 11, 12].map((at) => header.getUint8(at));
  const isValidSize = Math.min(width, height) > 0 && Math.max(width, height) <= MAX_SIDE;
  if (!isValidSize || width * height > MAX_PIXELS) return undefined;
  const [compression, filter, interlace = 2] = methods;
  const isKnownMethod = compression === 0 && filter === 0 && interlace <= 1;
  return isKnownMethod && DEPTHS[colour]?.some((allowedDepth) => allowedDepth === depth)
    ? colour
    : undefined;
}

/** Whether pixel data begins like zlib without a preset dictionary (RFC 1950). */
function isZlib(first: number, second: number): boolean {
  const isValidHeader = (first * 256 + second) % 31 === 0 && (second & 32) === 0;
  return isValidHeader && (first & 15) === 8 && first >> 4 <= MAX_WINDOW;
}

/**
 * Checks a PNG file (ISO 15948) as browsers do: strict on critical chunks and their checksums, lenient
 * on all others. Pixels are not decoded.
 * @returns undefined if it is valid.
 */
export async function walkPng(reader: CachedReader, size: number, visit?: ChunkVisitor) {
  let colourType: number | undefined;
  let hasPalette = false;
  let firstBytes: number[] = [];
  let hasPixels = false;
  let position = 8;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const head = await reader.at(position, 8);
    if (!head) return reader.spent() ? "malformed" : "truncated";
    const { type, bytes: length } = readHead(head);
    // Nothing after the pixels can break the picture.
    if (hasPixels && type !== "IDAT") {
      const [first = 0, second = 0] = firstBytes;
      if (firstBytes.length !== 2 || !isZlib(first, second)) return "malformed";
      if (visit) await visitLateChunks(reader, position, visit, readHead);
      return undefined;
    }
    const end = position + 8 + length;
    if (end + 4 > size) return "truncated";
    if ((count === 0) !== (type === "IHDR")) return "malformed";
    if (type === "IHDR") {
      const header = length === 13 ? await reader.at(position + 8, 13) : undefined;
      colourType = header && readColourType(header);
      if (colourType === undefined) return "malformed";
    } else if (type === "PLTE") {
      if (hasPalette || length === 0 || length > MAX_PALETTE_BYTES) return "malformed";
      hasPalette = true;
    } else if (type === "IDAT") {
      if (colourType === INDEXED && !hasPalette) return "malformed";
      const pixelBytes = await reader.at(position + 8, Math.min(length, 2 - firstBytes.length));
      if (pixelBytes)
        for (let at = 0; at < pixelBytes.byteLength; at++)
          firstBytes = [...firstBytes, pixelBytes.getUint8(at)];
      hasPixels = true;
    } else if (type === "IEND" || isCritical(type)) return "malformed";
    if (isCritical(type) && !(await isUndamaged(reader, position + 4, end))) return "malformed";
    await visit?.(type, { at: position + 8, bytes: length });
    position = end + 4;
  }
  return "malformed";
}

/** A chunk's head: its length and its name. Its checksum is behind its body. */
const readHead = (head: DataView) => ({
  type: readText(head, 4, 4),
  bytes: head.getUint32(0),
  behind: 4,
});

/** Critical chunks have names that begin with a capital (ISO 15948, 5.4). */
function isCritical(type: string): boolean {
  return (type.charCodeAt(0) & 32) === 0;
}
