import type { JpegFrame } from "./jpeg-scan";
import { type JpegProblem, readPicture, type SegmentVisitor } from "./jpeg-segments";
import { type CachedReader, createCachedReader, type RangeReader } from "./range-reader";

/** Room for files of 20 MiB read in blocks of 1 MiB, and segments below 64 KiB. */
const MAX_READS = 400;

/**
 * Width and height are in pixels as stored, before any EXIF rotation. `components` is 1 for grey,
 * 3 for colour, 4 for CMYK (reported, not refused: the caller decides).
 */
type JpegResult =
  | { ok: true; width: number; height: number; components: number }
  | { ok: false; reason: JpegProblem };

/**
 * Reads a JPEG file from its start to its end marker and accepts what browsers can show; pixels are not
 * decoded. `size` is in bytes. Damaged and hostile files give a `reason`, never an exception; only a
 * rejection of `readRange` is passed on.
 */
export async function readJpegHeader(readRange: RangeReader, size: number): Promise<JpegResult> {
  const frame = await readJpegFrame(readRange, size);
  if (typeof frame === "string") return { ok: false, reason: frame };
  const { width, height, components } = frame;
  return { ok: true, width, height, components: components.length };
}

/** Like `readJpegHeader`, with a visitor for the metadata. */
export async function readJpegFrame(
  readRange: RangeReader,
  size: number,
  visitor?: (reader: CachedReader) => SegmentVisitor,
): Promise<JpegFrame | JpegProblem> {
  if (!(size > 0)) return "empty";
  const reader = createCachedReader(readRange, size, MAX_READS);
  const start = await reader.at(0, 3);
  if (start?.getUint16(0) !== 0xffd8 || start.getUint8(2) !== 0xff) return "not-jpeg";
  return readPicture(reader, size, visitor?.(reader));
}
