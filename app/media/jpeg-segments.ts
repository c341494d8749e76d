import { lastOf } from "~/platform/formats/last-of";
import { createRestartFilter, standsAlone } from "./jpeg-restarts";
import { type Component, type JpegFrame, readScan } from "./jpeg-scan";
import {
  isConditioning,
  type JpegTables,
  openTables,
  readHuffmanTables,
  readQuantisation,
} from "./jpeg-tables";
import type { CachedReader } from "./range-reader";

/** Why a file cannot be used as a JPEG picture. */
export type JpegProblem =
  | "empty"
  | "not-jpeg"
  | "malformed"
  | "truncated"
  /** Sound perhaps, but of a kind that nobody shows. */
  | "unsupported";

/** The place of a segment's content in the file, behind its marker and length. */
export interface SegmentBody {
  at: number;
  bytes: number;
}

/** Is shown every segment in front of the first scan, in order; `marker` is its second byte. */
export type SegmentVisitor = (marker: number, body: SegmentBody) => Promise<void>;

const MAX_SEGMENTS = 10_000;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const QUANTISATION = 0xdb;
const CODES = 0xc4;
const CONDITIONING = 0xcc;
const RESTARTS = 0xdd;
const LINES = 0xdc;
const COMMENT = 0xfe;
/** What a picture's sides and its pixels may be: beyond, browsers show nothing. */
const MOST_SIDE = 65_500;
const MOST_PIXELS = 2 ** 29 - 1;
/** Chromium gives up at the next one: a small file of very many would keep it busy for long. */
const MOST_SCANS = 99;

/**
 * Walks a JPEG file (ITU-T T.81 annex B) from behind its start to its end marker, past scans and
 * stray bytes, and takes what the decoders of browsers take: they are lenient between segments and
 * behind the end, and strict on what is in a segment. Whatever follows the end marker is nobody's.
 */
export async function readPicture(
  looks: CachedReader,
  size: number,
  visit?: SegmentVisitor,
): Promise<JpegFrame | JpegProblem> {
  const tables = openTables();
  let frame: JpegFrame | undefined;
  let scans = 0;
  const begunParts = new Set<Component>();
  let several = false;
  let isPassed = standsAlone;
  let position = 2;

  /** @returns whether a segment is as it should be. */
  async function take(marker: number, at: number, bytes: number): Promise<boolean> {
    const body = isBare(marker) ? undefined : await looks.at(at, bytes);
    if (marker === START_OF_SCAN) {
      const scan = frame && body && readScan(frame, tables, body);
      if (!frame || !scan || (scans > 0 && !several)) return false;
      scans += 1;
      several ||= frame.progressive || scan.parts.length < frame.parts.length;
      if (scan.means) for (const part of scan.parts) begunParts.add(part);
      isPassed = createRestartFilter(frame, scan, tables.interval);
      return true;
    }
    if (isFrameHeader(marker)) {
      if (frame || !body) return false;
      frame = readFrame(marker, body);
      return frame !== undefined;
    }
    return body ? takeTable(tables, marker, body) : isBare(marker);
  }

  for (let segmentCount = 0; segmentCount < MAX_SEGMENTS; segmentCount++) {
    const next = await nextMarker(looks, position, size, isPassed);
    isPassed = standsAlone;
    if (!next) return looks.spent() ? "malformed" : "truncated";
    const { marker, end } = next;
    if (marker === END_OF_IMAGE) {
      const whole = frame?.progressive
        ? frame.parts.every((part) => begunParts.has(part))
        : scans > 0;
      return frame && whole ? frame : "malformed";
    }
    if (isOtherFrame(marker) && !frame) return "unsupported";
    if (!isKnown(marker)) return "malformed";
    const lengthField = await looks.at(end, 2);
    if (!lengthField) return looks.spent() ? "malformed" : "truncated";
    const statedLength = lengthField.getUint16(0);
    // Its own two bytes count: decoders pass over metadata that say less, and take nothing else.
    if (statedLength < 2 && !isBare(marker)) return "malformed";
    const length = Math.max(2, statedLength);
    if (end + length > size) return "truncated";
    if (!(await take(marker, end + 2, length - 2))) return "malformed";
    if (frame && scans === 0 && !isShown(frame)) return "unsupported";
    if (scans > MOST_SCANS) return "unsupported";
    if (visit && scans === 0 && length > 2) await visit(marker, { at: end + 2, bytes: length - 2 });
    position = end + length;
  }
  return "malformed";
}

/** Takes the tables of a segment. @returns whether it is one, and sound. */
function takeTable(tables: JpegTables, marker: number, body: DataView): boolean {
  if (marker === QUANTISATION) return readQuantisation(tables, body);
  if (marker === CODES) return readHuffmanTables(tables, body);
  if (marker === CONDITIONING) return isConditioning(body);
  if (marker !== RESTARTS || body.byteLength !== 2) return false;
  tables.interval = body.getUint16(0);
  return true;
}

/** The next marker, past anything that is none (fill bytes, stray ones, what a scan holds) and what is passed. */
async function nextMarker(
  looks: CachedReader,
  from: number,
  size: number,
  isPassed: (marker: number) => boolean,
) {
  let position = from;
  while (position < size) {
    const bytes = await looks.rest(position);
    if (!bytes) return undefined;
    for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
      const marker = bytes[at + 1];
      // Bytes that are fill, or data with an FF in it, are no markers to count.
      if (marker && marker !== 0xff && !isPassed(marker)) return { marker, end: position + at + 2 };
    }
    // A marker may lie across the end of what was at hand.
    const torn = lastOf(bytes) === 0xff && position + bytes.length < size && bytes.length > 1;
    position += bytes.length - (torn ? 1 : 0);
  }
  return undefined;
}

function readFrame(marker: number, body: DataView): JpegFrame | undefined {
  if (body.byteLength < 6) return undefined;
  const [height, width, count] = [body.getUint16(1), body.getUint16(3), body.getUint8(5)];
  // A height of 0 (stated only after the first scan) is allowed on paper; browsers refuse it.
  if (width === 0 || height === 0 || count === 0) return undefined;
  if (body.byteLength !== 6 + 3 * count) return undefined;
  const parts = Array.from({ length: count }, (_, index) => {
    const [id, sides, table] = [0, 1, 2].map((i) => body.getUint8(6 + 3 * index + i));
    return { id: id ?? 0, across: (sides ?? 0) >> 4, down: (sides ?? 0) & 15, table: table ?? 0 };
  });
  const sound = parts.every(({ across, down }) => [across, down].every((n) => n >= 1 && n <= 4));
  if (!sound) return undefined;
  const progressive = marker === 0xc2 || marker === 0xca;
  const coding = { marker, progressive, arithmetic: marker > 0xc8, precision: body.getUint8(0) };
  return { ...coding, width, height, parts };
}

/**
 * Whether browsers show pictures of this size and kind: grey, colour and CMYK, in 8 bits, each component
 * as it is or enlarged by a whole number.
 */
function isShown({ width, height, precision, parts }: JpegFrame): boolean {
  const fits = Math.max(width, height) <= MOST_SIDE && width * height <= MOST_PIXELS;
  const across = Math.max(...parts.map((part) => part.across));
  const down = Math.max(...parts.map((part) => part.down));
  const isWhole = parts.every((part) => across % part.across === 0 && down % part.down === 0);
  return fits && isWhole && precision === 8 && [1, 3, 4].includes(parts.length);
}

/** Lossless and hierarchical pictures. */
function isOtherFrame(marker: number): boolean {
  const coded = marker >= 0xc0 && marker <= 0xcf && ![CODES, CONDITIONING, 0xc8].includes(marker);
  return coded && !isFrameHeader(marker);
}

/** SOF0 to SOF2, and with arithmetic coding SOF9 and SOF10: what decoders know. */
function isFrameHeader(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xc2) || marker === 0xc9 || marker === 0xca;
}

/** Metadata, and a number of lines that comes too late: nothing depends on what is in them. */
function isBare(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT || marker === LINES;
}

function isKnown(marker: number): boolean {
  const tables = [QUANTISATION, CODES, CONDITIONING, RESTARTS, START_OF_SCAN];
  return isFrameHeader(marker) || isBare(marker) || tables.includes(marker);
}
