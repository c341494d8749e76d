import { type Looks, openLooks, type RangeReader } from "./range-reader";

/** Why a file cannot be used as a JPEG picture. */
export type JpegProblem = "empty" | "not-jpeg" | "malformed" | "truncated";

/**
 * Width and height are in pixels as stored, before any EXIF rotation. `components` is 1 for grey,
 * 3 for colour, 4 for CMYK (reported, not refused: the caller decides).
 */
export type JpegResult =
  | { ok: true; width: number; height: number; components: number }
  | { ok: false; reason: JpegProblem };

const MAX_SEGMENTS = 10_000;
// A segment holds under 64 KiB, so a 20 MiB file of nothing but metadata stays below this.
const MAX_READS = 400;
const TAIL_BYTES = 64 * 1024;

const FILL = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Reads the frame header of a JPEG file (ITU-T T.81 annex B) behind any amount of metadata, and
 * checks that the picture's end marker is there. `size` is the whole file in bytes.
 *
 * The end marker is looked for in the last 64 KiB, because cameras and editors append bytes after it.
 * Damaged and hostile files give a `reason`, never an exception; only a rejection of `read` itself
 * passes through.
 */
export async function readJpegHeader(read: RangeReader, size: number): Promise<JpegResult> {
  if (!(size > 0)) return refuse("empty");
  const looks = openLooks(read, size, MAX_READS);
  const start = await looks.at(0, 3);
  if (start?.getUint16(0) !== 0xffd8 || start.getUint8(2) !== 0xff) {
    return refuse("not-jpeg");
  }
  const frame = await findFrame(looks, size);
  if (typeof frame === "string") return refuse(frame);

  const { width, height, components, end } = frame;
  if (!(await hasEndMarker(read, end, size))) return refuse("truncated");
  return { ok: true, width, height, components };
}

interface Frame {
  width: number;
  height: number;
  components: number;
  /** Offset of the first byte after the frame header. */
  end: number;
}

async function findFrame(looks: Looks, size: number): Promise<Frame | JpegProblem> {
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
    if (isFrameHeader(marker)) return readFrame(looks, position + 2, length);
    position += 2 + length;
  }
  return "malformed";
}

async function readFrame(looks: Looks, at: number, length: number): Promise<Frame | JpegProblem> {
  const fields = length >= 8 ? await looks.at(at, 8) : undefined;
  if (!fields) return "malformed";
  const height = fields.getUint16(3);
  const width = fields.getUint16(5);
  const components = fields.getUint8(7);
  // A height of 0 (stated only after the first scan) is allowed on paper; browsers refuse it.
  if (width === 0 || height === 0 || components === 0) return "malformed";
  if (length !== 8 + 3 * components) return "malformed";
  return { width, height, components, end: at + length };
}

/**
 * Entropy-coded data escapes every FF, so past the frame header FF D9 is a real end marker. Nothing
 * before it is searched: an embedded thumbnail has an end marker of its own.
 */
async function hasEndMarker(read: RangeReader, after: number, size: number): Promise<boolean> {
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

function refuse(reason: JpegProblem): JpegResult {
  return { ok: false, reason };
}
