import type { CachedReader } from "./range-reader";

/** Browsers show no larger pictures. */
const MOST_SIDE = 1_000_000;
const MOST_PIXELS = 2 ** 29 - 1;
const MOST_PIECES = 10_000;
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
const MOST_PALETTE = 768;
/** The largest zlib window (RFC 1950). */
const MOST_WINDOW = 7;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return crc;
}

/** Whether a chunk's checksum, which includes its name, is right. */
async function isUndamaged(looks: CachedReader, from: number, to: number): Promise<boolean> {
  let crc = 0xffffffff;
  for (let at = from; at < to; ) {
    const bytes = (await looks.rest(at))?.subarray(0, to - at);
    if (!bytes) return false;
    crc = crcOf(bytes, crc);
    at += bytes.length;
  }
  return (await looks.at(to, 4))?.getUint32(0) === ~crc >>> 0;
}

/** The colour type of a header; undefined if browsers cannot show the picture. */
function colourIn(header: DataView): number | undefined {
  const [width, height] = [header.getUint32(0), header.getUint32(4)];
  const [depth, colour = 0, ...methods] = [8, 9, 10, 11, 12].map((at) => header.getUint8(at));
  const sized = Math.min(width, height) > 0 && Math.max(width, height) <= MOST_SIDE;
  if (!sized || width * height > MOST_PIXELS) return undefined;
  const [compression, filter, interlace = 2] = methods;
  const known = compression === 0 && filter === 0 && interlace <= 1;
  return known && DEPTHS[colour]?.some((one) => one === depth) ? colour : undefined;
}

/** Whether pixel data begins like zlib without a preset dictionary (RFC 1950). */
function isZlib(first: number, second: number): boolean {
  const sound = (first * 256 + second) % 31 === 0 && (second & 32) === 0;
  return sound && (first & 15) === 8 && first >> 4 <= MOST_WINDOW;
}

/**
 * Checks a PNG file (ISO 15948) as browsers do: strict on critical chunks and their checksums, lenient on
 * all others. Pixels
 * are not decoded.
 * @returns undefined if it is valid.
 */
export async function walkPng(
  looks: CachedReader,
  size: number,
): Promise<"malformed" | "truncated" | undefined> {
  let colour: number | undefined;
  let palette = false;
  /** The first bytes of pixel data. */
  let lead: number[] = [];
  let pixels = false;
  let position = 8;
  for (let count = 0; count < MOST_PIECES; count++) {
    const head = await looks.at(position, 8);
    if (!head) return looks.spent() ? "malformed" : "truncated";
    const length = head.getUint32(0);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => head.getUint8(at)));
    // Nothing after the pixels matters.
    if (pixels && type !== "IDAT") {
      const [first = 0, second = 0] = lead;
      return lead.length === 2 && isZlib(first, second) ? undefined : "malformed";
    }
    const end = position + 8 + length;
    if (end + 4 > size) return "truncated";
    if ((count === 0) !== (type === "IHDR")) return "malformed";
    if (type === "IHDR") {
      const header = length === 13 ? await looks.at(position + 8, 13) : undefined;
      colour = header && colourIn(header);
      if (colour === undefined) return "malformed";
    } else if (type === "PLTE") {
      if (palette || length === 0 || length > MOST_PALETTE) return "malformed";
      palette = true;
    } else if (type === "IDAT") {
      if (colour === INDEXED && !palette) return "malformed";
      const more = await looks.at(position + 8, Math.min(length, 2 - lead.length));
      if (more) for (let at = 0; at < more.byteLength; at++) lead = [...lead, more.getUint8(at)];
      pixels = true;
    } else if (type === "IEND" || isCritical(type)) return "malformed";
    if (isCritical(type) && !(await isUndamaged(looks, position + 4, end))) return "malformed";
    position = end + 4;
  }
  return "malformed";
}

/** Critical chunks have names that begin with a capital (ISO 15948, 5.4). */
function isCritical(type: string): boolean {
  return (type.charCodeAt(0) & 32) === 0;
}
