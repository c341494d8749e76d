import { ENCODER_STEP_BYTES, openEncoder } from "~/domain/media/flac/encoder";
import { frameBytes } from "~/domain/media/flac/flac-stream";
import type { LibFlac } from "~/domain/media/flac/libflac";
import type { RangeReader } from "~/domain/media/range-reader";
import type { BlockFacts } from "./block";
import { type FileFormat, planBlock } from "./pcm-format";
import { narrowSamples } from "./wide-samples";

/** libFLAC's fastest level with predictors of order 8: within a thousandth of its default. */
const LEVEL = 4;
/** What shrinks less is not worth its time. */
const MAX_RATIO = 0.97;

/** A file, and where its samples begin. */
export interface CompressibleFile {
  format: FileFormat;
  dataOffset: number;
  readRange: RangeReader;
}

/**
 * Compresses a stretch of a file.
 * @param pause is awaited every few milliseconds of work; what it throws ends the work.
 * @returns the body of a compressed piece, and what it is; undefined where it does not shrink.
 * @throws whatever reading throws.
 */
export async function compressBlock(
  libFlac: LibFlac,
  { format, dataOffset, readRange }: CompressibleFile,
  range: { offset: number; length: number },
  pause: () => Promise<void>,
): Promise<{ body: Uint8Array<ArrayBuffer>; facts: BlockFacts } | undefined> {
  const plan = planBlock(format, dataOffset, range);
  if (!plan) return undefined;
  const { prefix, streamBytes } = plan;
  const bytes = await readRange(range.offset, prefix + streamBytes);
  // The file has become shorter.
  if (bytes.length < range.length) return undefined;
  const { wide, ...pcm } = format;
  // Behind the end of the file, zeros fill the last frame.
  const sound = new Uint8Array(streamBytes);
  sound.set(bytes.subarray(prefix));
  const narrow = wide && narrowSamples(sound, wide);
  if (wide && !narrow) return undefined;
  const samples = narrow?.samples ?? sound;
  const maxBytes = Math.floor(range.length * MAX_RATIO) - prefix;
  const encoder = openEncoder(libFlac, pcm, LEVEL, Math.max(0, maxBytes));
  if (!encoder) return undefined;
  const step = ENCODER_STEP_BYTES - (ENCODER_STEP_BYTES % frameBytes(pcm));
  try {
    for (let position = 0; position < samples.length; position += step) {
      if (!encoder.encode(samples.subarray(position, position + step))) return undefined;
      await pause();
    }
    const stream = encoder.finish();
    if (!stream) return undefined;
    const body = new Uint8Array(prefix + stream.length);
    body.set(bytes.subarray(0, prefix));
    body.set(stream, prefix);
    const facts = { ...pcm, size: range.length, prefix };
    return {
      body,
      facts: wide && narrow ? { ...facts, wide: { kind: wide, shift: narrow.shift } } : facts,
    };
  } finally {
    encoder.close();
  }
}
