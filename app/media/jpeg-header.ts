import {
  findFrame,
  hasEndMarker,
  type JpegFrame,
  type JpegProblem,
  MAX_JPEG_READS,
  type SegmentVisitor,
} from "./jpeg-segments";
import { type Looks, openLooks, type RangeReader } from "./range-reader";

/**
 * Width and height are in pixels as stored, before any EXIF rotation. `components` is 1 for grey,
 * 3 for colour, 4 for CMYK (reported, not refused: the caller decides).
 */
export type JpegResult =
  | { ok: true; width: number; height: number; components: number }
  | { ok: false; reason: JpegProblem };

/**
 * Reads the frame header of a JPEG file behind any amount of metadata, and checks that the
 * picture's end marker is there. `size` is the whole file in bytes.
 *
 * Damaged and hostile files give a `reason`, never an exception; only a rejection of `read` itself
 * passes through.
 */
export async function readJpegHeader(read: RangeReader, size: number): Promise<JpegResult> {
  const frame = await readJpegFrame(read, size);
  if (typeof frame === "string") return { ok: false, reason: frame };
  const { width, height, components } = frame;
  return { ok: true, width, height, components };
}

/** The same, for callers who want more of the file: `visitor` may read the metadata on the way. */
export async function readJpegFrame(
  read: RangeReader,
  size: number,
  visitor?: (looks: Looks) => SegmentVisitor,
): Promise<JpegFrame | JpegProblem> {
  if (!(size > 0)) return "empty";
  const looks = openLooks(read, size, MAX_JPEG_READS);
  const start = await looks.at(0, 3);
  if (start?.getUint16(0) !== 0xffd8 || start.getUint8(2) !== 0xff) return "not-jpeg";
  const frame = await findFrame(looks, size, visitor?.(looks));
  if (typeof frame === "string") return frame;
  return (await hasEndMarker(read, frame.end, size)) ? frame : "truncated";
}
