import { BLOCK_FRAMES, frameBytes, onlyStreamInfo, type PcmFormat } from "./flac-stream";
import type { LibFlac } from "./libflac";

export interface FlacEncoder {
  /**
   * Compresses whole frames of a WAV file, at most {@link ENCODER_STEP_BYTES}.
   * @returns false where the stream has no room, as it does not shrink, or decodes to something else.
   */
  encode(bytes: Uint8Array): boolean;
  /** @returns the whole stream; undefined where it does not shrink. */
  finish(): Uint8Array<ArrayBuffer> | undefined;
  /** Frees the memory; must be called in any case. */
  close(): void;
}

/** What is compressed at a time, in bytes: about 5 ms on a slow phone. */
export const ENCODER_STEP_BYTES = 64 * 1024;

const FIELDS = 2;

/**
 * Opens an encoder of one stream.
 * @param level of libFLAC, from 0 (fast) to 8 (small).
 * @param maxBytes of the stream.
 * @returns undefined for a format that libFLAC does not take.
 */
export function openEncoder(
  libFlac: LibFlac,
  format: PcmFormat,
  level: number,
  maxBytes: number,
): FlacEncoder | undefined {
  const { bytes: memory, words } = libFlac;
  const sampleBytes = format.bits / 8;
  // libFLAC writes a header of two blocks, of which the second is left out.
  const samplesBytes = (ENCODER_STEP_BYTES / sampleBytes + 1) * 4;
  const state = libFlac.allocate(FIELDS * 4 + samplesBytes + ENCODER_STEP_BYTES + maxBytes + 256);
  const samples = state + FIELDS * 4;
  const input = samples + samplesBytes;
  const output = input + ENCODER_STEP_BYTES;
  words.set([output, output + maxBytes + 256], state / 4);
  const encoder = libFlac.FLAC__stream_encoder_new();
  libFlac.FLAC__stream_encoder_set_channels(encoder, format.channels);
  libFlac.FLAC__stream_encoder_set_bits_per_sample(encoder, format.bits);
  libFlac.FLAC__stream_encoder_set_sample_rate(encoder, format.sampleRate);
  libFlac.FLAC__stream_encoder_set_compression_level(encoder, level);
  // Decodes and compares at once, for a quarter of the speed: the file's hash would tell much later.
  libFlac.FLAC__stream_encoder_set_verify(encoder, 1);
  libFlac.FLAC__stream_encoder_set_blocksize(encoder, BLOCK_FRAMES);
  const { writeStream } = libFlac.callbacks;
  const close = () => {
    libFlac.FLAC__stream_encoder_delete(encoder);
    libFlac.free(state);
  };
  if (libFlac.FLAC__stream_encoder_init_stream(encoder, writeStream, 0, 0, 0, state) !== 0) {
    close();
    return undefined;
  }
  const written = () => words[state / 4] ?? output;
  const headerEnd = written();
  return {
    encode(bytes) {
      memory.set(bytes, input);
      libFlac.unpackSamples(input, samples, bytes.length / sampleBytes, format.bits);
      const frames = bytes.length / frameBytes(format);
      return libFlac.FLAC__stream_encoder_process_interleaved(encoder, samples, frames) !== 0;
    },
    finish() {
      if (libFlac.FLAC__stream_encoder_finish(encoder) === 0) return undefined;
      const header = onlyStreamInfo(memory.subarray(output, headerEnd));
      const stream = new Uint8Array(header.length + written() - headerEnd);
      stream.set(header);
      stream.set(memory.subarray(headerEnd, written()), header.length);
      return stream.length <= maxBytes ? stream : undefined;
    },
    close,
  };
}
