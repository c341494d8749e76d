import { lastOf } from "~/platform/formats/last-of";
import { createRestartFilter, standsAlone } from "./jpeg-restarts";
import { type Component, type JpegFrame, readScan } from "./jpeg-scan";
import {
  createTables,
  isConditioning,
  type JpegTables,
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
  /** Perhaps valid, but no browser shows it. */
  | "unsupported";

/** Position of a segment's content. */
export interface SegmentBody {
  at: number;
  bytes: number;
}

/** Called for every segment before the first scan, in order; `marker` is its second byte. */
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
/** Browsers show no larger pictures. */
const MAX_SIDE = 65_500;
const MAX_PIXELS = 2 ** 29 - 1;
/** Chromium's limit, since many scans in a small file take long to decode. */
const MAX_SCANS = 99;

/**
 * Walks a JPEG file (ITU-T T.81 annex B) to its end marker and accepts what browsers accept: lenient
 * between segments and after the end, strict within segments.
 */
export async function readPicture(
  reader: CachedReader,
  size: number,
  visit?: SegmentVisitor,
): Promise<JpegFrame | JpegProblem> {
  const tables = createTables();
  let frame: JpegFrame | undefined;
  let scans = 0;
  const startedComponents = new Set<Component>();
  let isMultiScan = false;
  let isSkipped = standsAlone;
  let position = 2;

  /** @returns whether the segment is valid. */
  async function readSegment(marker: number, at: number, bytes: number): Promise<boolean> {
    const body = isIgnoredContent(marker) ? undefined : await reader.at(at, bytes);
    if (marker === START_OF_SCAN) {
      const scan = frame && body && readScan(frame, tables, body);
      if (!frame || !scan || (scans > 0 && !isMultiScan)) return false;
      scans += 1;
      isMultiScan ||= frame.progressive || scan.components.length < frame.components.length;
      if (scan.means) for (const component of scan.components) startedComponents.add(component);
      isSkipped = createRestartFilter(frame, scan, tables.interval);
      return true;
    }
    if (isFrameHeader(marker)) {
      if (frame || !body) return false;
      frame = readFrame(marker, body);
      return frame !== undefined;
    }
    return body ? readTable(tables, marker, body) : isIgnoredContent(marker);
  }

  for (let segmentCount = 0; segmentCount < MAX_SEGMENTS; segmentCount++) {
    const next = await nextMarker(reader, position, size, isSkipped);
    isSkipped = standsAlone;
    if (!next) return reader.spent() ? "malformed" : "truncated";
    const { marker, end } = next;
    if (marker === END_OF_IMAGE) {
      const isComplete = frame?.progressive
        ? frame.components.every((component) => startedComponents.has(component))
        : scans > 0;
      return frame && isComplete ? frame : "malformed";
    }
    if (isOtherFrame(marker) && !frame) return "unsupported";
    if (!isKnown(marker)) return "malformed";
    const lengthField = await reader.at(end, 2);
    if (!lengthField) return reader.spent() ? "malformed" : "truncated";
    const statedLength = lengthField.getUint16(0);
    // The length includes its own two bytes: decoders tolerate smaller values for metadata only.
    if (statedLength < 2 && !isIgnoredContent(marker)) return "malformed";
    const length = Math.max(2, statedLength);
    if (end + length > size) return "truncated";
    if (!(await readSegment(marker, end + 2, length - 2))) return "malformed";
    if (frame && scans === 0 && !isSupported(frame)) return "unsupported";
    if (scans > MAX_SCANS) return "unsupported";
    if (visit && scans === 0 && length > 2) await visit(marker, { at: end + 2, bytes: length - 2 });
    position = end + length;
  }
  return "malformed";
}

/** @returns whether it is a valid table segment. */
function readTable(tables: JpegTables, marker: number, body: DataView): boolean {
  if (marker === QUANTISATION) return readQuantisation(tables, body);
  if (marker === CODES) return readHuffmanTables(tables, body);
  if (marker === CONDITIONING) return isConditioning(body);
  if (marker !== RESTARTS || body.byteLength !== 2) return false;
  tables.interval = body.getUint16(0);
  return true;
}

/** The next marker, skipping fill bytes, stray bytes and scan data. */
async function nextMarker(
  reader: CachedReader,
  from: number,
  size: number,
  isSkipped: (marker: number) => boolean,
) {
  let position = from;
  while (position < size) {
    const bytes = await reader.rest(position);
    if (!bytes) return undefined;
    for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
      const marker = bytes[at + 1];
      // Fill bytes and escaped FF bytes are no markers.
      if (marker && marker !== 0xff && !isSkipped(marker))
        return { marker, end: position + at + 2 };
    }
    // A marker may be split between two reads.
    const isSplitMarker =
      lastOf(bytes) === 0xff && position + bytes.length < size && bytes.length > 1;
    position += bytes.length - (isSplitMarker ? 1 : 0);
  }
  return undefined;
}

function readFrame(marker: number, body: DataView): JpegFrame | undefined {
  if (body.byteLength < 6) return undefined;
  const [height, width, count] = [body.getUint16(1), body.getUint16(3), body.getUint8(5)];
  // A height of 0 (defined after the first scan) is valid by the standard, but browsers refuse it.
  if (width === 0 || height === 0 || count === 0) return undefined;
  if (body.byteLength !== 6 + 3 * count) return undefined;
  const components = Array.from({ length: count }, (_, index) => {
    const [id, sides, table] = [0, 1, 2].map((i) => body.getUint8(6 + 3 * index + i));
    return { id: id ?? 0, across: (sides ?? 0) >> 4, down: (sides ?? 0) & 15, table: table ?? 0 };
  });
  const isValid = components.every(({ across, down }) =>
    [across, down].every((n) => n >= 1 && n <= 4),
  );
  if (!isValid) return undefined;
  const progressive = marker === 0xc2 || marker === 0xca;
  const coding = { marker, progressive, arithmetic: marker > 0xc8, precision: body.getUint8(0) };
  return { ...coding, width, height, components };
}

/** Whether browsers show it: grey, colour or CMYK in 8 bits, with whole sampling ratios. */
function isSupported({ width, height, precision, components }: JpegFrame): boolean {
  const isWithinLimits = Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  const hasWholeFactors = components.every(
    (component) => across % component.across === 0 && down % component.down === 0,
  );
  return (
    isWithinLimits && hasWholeFactors && precision === 8 && [1, 3, 4].includes(components.length)
  );
}

/** Lossless and hierarchical pictures. */
function isOtherFrame(marker: number): boolean {
  const isFrame = marker >= 0xc0 && marker <= 0xcf && ![CODES, CONDITIONING, 0xc8].includes(marker);
  return isFrame && !isFrameHeader(marker);
}

/** SOF0 to SOF2, and with arithmetic coding SOF9 and SOF10. */
function isFrameHeader(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xc2) || marker === 0xc9 || marker === 0xca;
}

/** Metadata and DNL segments, whose content does not matter. */
function isIgnoredContent(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT || marker === LINES;
}

function isKnown(marker: number): boolean {
  const tables = [QUANTISATION, CODES, CONDITIONING, RESTARTS, START_OF_SCAN];
  return isFrameHeader(marker) || isIgnoredContent(marker) || tables.includes(marker);
}
