import { ENCODER_STEP_BYTES, openEncoder } from "~/domain/media/flac/encoder";
import { frameBytes, type PcmFormat } from "~/domain/media/flac/flac-stream";
import type { LibFlac } from "~/domain/media/flac/libflac";
import type { RangeReader } from "~/domain/media/range-reader";
import { planBlock } from "./pcm-format";

/** libFLAC's fastest level with predictors of order 8: within a thousandth of its default. */
const LEVEL = 4;
/** What shrinks less is not worth its time. */
const MAX_RATIO = 0.97;

/** A file, and where its samples begin. */
export interface CompressibleFile {
  format: PcmFormat;
  dataOffset: number;
  readRange: RangeReader;
}

/**
 * Compresses a stretch of a file.
 * @param pause is awaited every few milliseconds of work; what it throws ends the work.
 * @returns the body of a compressed piece; undefined where it does not shrink.
 * @throws whatever reading throws.
 */
export async function compressBlock(
  libFlac: LibFlac,
  { format, dataOffset, readRange }: CompressibleFile,
  range: { offset: number; length: number },
  pause: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const plan = planBlock(format, dataOffset, range);
  if (!plan) return undefined;
  const { prefix, streamBytes } = plan;
  const bytes = await readRange(range.offset, prefix + streamBytes);
  // The file has become shorter.
  if (bytes.length < range.length) return undefined;
  const maxBytes = Math.floor(range.length * MAX_RATIO) - prefix;
  const encoder = openEncoder(libFlac, format, LEVEL, Math.max(0, maxBytes));
  if (!encoder) return undefined;
  const frame = frameBytes(format);
  const step = ENCODER_STEP_BYTES - (ENCODER_STEP_BYTES % frame);
  try {
    for (let position = 0; position < streamBytes; position += step) {
      const length = Math.min(step, streamBytes - position);
      const start = prefix + position;
      // Behind the end of the file, zeros fill the last frame.
      const samples = new Uint8Array(length);
      samples.set(bytes.subarray(start, start + length));
      if (!encoder.encode(samples)) return undefined;
      await pause();
    }
    const stream = encoder.finish();
    if (!stream) return undefined;
    const body = new Uint8Array(prefix + stream.length);
    body.set(bytes.subarray(0, prefix));
    body.set(stream, prefix);
    return body;
  } finally {
    encoder.close();
  }
}
