import type { Looks, RangeReader } from "./range-reader";

/** Why a file cannot be used as a JPEG picture. */
export type JpegProblem = "empty" | "not-jpeg" | "malformed" | "truncated";

/** What the frame header says of a picture. */
export interface JpegFrame {
  /** Second byte of the frame's marker, C0 to CF: how the picture is coded. */
  marker: number;
  /** Bits of each component of a pixel. */
  precision: number;
  /** Pixels as stored. */
  width: number;
  height: number;
  components: number;
  /** Offset of the first byte after the frame header. */
  end: number;
}

/** The place of a segment's content in the file, behind its marker and length. */
export interface SegmentBody {
  at: number;
  bytes: number;
}

/** Is shown every segment in front of the frame, in order; `marker` is its second byte. */
export type SegmentVisitor = (marker: number, body: SegmentBody) => Promise<void>;

/** What a walk may cost: segments hold under 64 KiB, so 20 MiB of nothing else stays below this. */
export const MAX_JPEG_READS = 400;

const MAX_SEGMENTS = 10_000;
const TAIL_BYTES = 64 * 1024;
const FILL = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Walks the segments of a JPEG file (ITU-T T.81 annex B) up to its frame header. */
export async function findFrame(
  looks: Looks,
  size: number,
  visit?: SegmentVisitor,
): Promise<JpegFrame | JpegProblem> {
  let position = 2;
  for (let seen = 0; seen < MAX_SEGMENTS; seen++) {
    const lead = await looks.at(position, 2);
    if (!lead) return looks.spent() ? "malformed" : "truncated";
    if (lead.getUint8(0) !== 0xff) return "malformed";
    const marker = lead.getUint8(1);
    if (marker === FILL) {
      position += 1;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE || marker === 0) return "malformed";
    if (hasNoBody(marker)) {
      position += 2;
      continue;
    }
    const lengthField = await looks.at(position + 2, 2);
    if (!lengthField) return looks.spent() ? "malformed" : "truncated";
    const length = lengthField.getUint16(0);
    if (position + 2 + length > size) return "truncated";
    if (isFrameHeader(marker)) return readFrame(looks, marker, position + 2, length);
    if (visit && length > 2) await visit(marker, { at: position + 4, bytes: length - 2 });
    position += 2 + length;
  }
  return "malformed";
}

async function readFrame(
  looks: Looks,
  marker: number,
  at: number,
  length: number,
): Promise<JpegFrame | JpegProblem> {
  const fields = length >= 8 ? await looks.at(at, 8) : undefined;
  if (!fields) return "malformed";
  const height = fields.getUint16(3);
  const width = fields.getUint16(5);
  const components = fields.getUint8(7);
  // A height of 0 (stated only after the first scan) is allowed on paper; browsers refuse it.
  if (width === 0 || height === 0 || components === 0) return "malformed";
  if (length !== 8 + 3 * components) return "malformed";
  return { marker, precision: fields.getUint8(2), width, height, components, end: at + length };
}

/**
 * Whether the picture's end marker is there. It is looked for in the last 64 KiB, because cameras
 * and editors append bytes after it. Entropy-coded data escapes every FF, so past the frame header
 * FF D9 is a real end marker. Nothing before it is searched: an embedded thumbnail has an end
 * marker of its own.
 */
export async function hasEndMarker(
  read: RangeReader,
  after: number,
  size: number,
): Promise<boolean> {
  const from = Math.max(after, size - TAIL_BYTES);
  const tail = await read(from, size - from);
  for (let at = tail.length - 2; at >= 0; at--) {
    if (tail[at] === 0xff && tail[at + 1] === END_OF_IMAGE) return true;
  }
  return false;
}

/** TEM, the restart markers and a repeated start of image stand alone. */
function hasNoBody(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** SOF0 to SOF15; C4, C8 and CC in that range are tables and a reserved code. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
