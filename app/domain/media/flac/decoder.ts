import {
  frameBytes,
  isStreamHeader,
  MAX_BLOCK_FRAMES,
  MIN_BLOCK_FRAMES,
  maxFrameBytes,
  type PcmFormat,
  STREAM_HEADER_BYTES,
} from "./flac-stream";
import type { LibFlac } from "./libflac";

/** Why a stream is not decoded further. */
export class DamagedStreamError extends Error {
  override readonly name = "DamagedStreamError";
}

export interface FlacDecoder {
  /**
   * Decodes what has come of the stream. Up to one frame is kept back, as libFLAC cannot wait within one.
   * @returns the samples frame by frame, as bytes that are valid until the next step.
   * @throws DamagedStreamError
   */
  decode(bytes: Uint8Array): Generator<Uint8Array>;
  /**
   * Decodes what was kept back.
   * @param isCut the stream need not end with a whole frame.
   * @throws DamagedStreamError
   */
  finish(isCut: boolean): Generator<Uint8Array>;
  /** Frees the memory; must be called in any case. */
  close(): void;
}

const END_OF_STREAM = 4;
const INPUT_ROOM = 64 * 1024;
/** Fields of `Decoding` in `assembly/`. */
const [INPUT, INPUT_END, , OUTPUT_BYTES] = [0, 1, 2, 3];
const FIELDS = 8;

/** Opens a decoder of one stream, whose format is known before. */
export function openDecoder(libFlac: LibFlac, format: PcmFormat): FlacDecoder {
  const { bytes: memory, words } = libFlac;
  const lookahead = maxFrameBytes(format);
  const capacity = lookahead + INPUT_ROOM;
  const outputCapacity = MAX_BLOCK_FRAMES * frameBytes(format);
  const state = libFlac.allocate(FIELDS * 4 + capacity + outputCapacity);
  const field = state / 4;
  const input = state + FIELDS * 4;
  const output = input + capacity;
  const { sampleRate, channels, bits } = format;
  words.set([input, input, output, 0, sampleRate, channels, bits, MAX_BLOCK_FRAMES], field);
  const decoder = libFlac.FLAC__stream_decoder_new();
  const { readStream, writeFrame, skipMetadata, stopAtError } = libFlac.callbacks;
  libFlac.FLAC__stream_decoder_init_stream(
    decoder,
    readStream,
    0,
    0,
    0,
    0,
    writeFrame,
    skipMetadata,
    stopAtError,
    state,
  );
  let hasHeader = false;
  let hasLast = false;
  const isAtEnd = () => libFlac.FLAC__stream_decoder_get_state(decoder) === END_OF_STREAM;

  const start = () => words[field + INPUT] ?? 0;
  const end = () => words[field + INPUT_END] ?? 0;
  /** Moves what is left to the front. @returns how much of `bytes` was added. */
  const add = (bytes: Uint8Array) => {
    memory.copyWithin(input, start(), end());
    const length = end() - start();
    const added = bytes.subarray(0, capacity - length);
    memory.set(added, input + length);
    words.set([input, input + length + added.length], field + INPUT);
    return added.length;
  };
  /** @returns whether the input was enough. */
  const run = (process: (decoder: number) => number): boolean => {
    let isDone = false;
    const hasTrapped = !libFlac.attempt(() => {
      isDone = process(decoder) !== 0;
    });
    if (hasTrapped || !(isDone || isAtEnd())) throw new DamagedStreamError("A frame is damaged.");
    return isDone;
  };
  const readHeader = () => {
    const header = memory.slice(start(), start() + Math.min(STREAM_HEADER_BYTES, end() - start()));
    if (!isStreamHeader(header, format)) throw new DamagedStreamError("The header is wrong.");
    run(libFlac.FLAC__stream_decoder_process_until_end_of_metadata);
    hasHeader = true;
  };
  /** @returns "end" after the last frame, "cut" within one. */
  const decodeFrame = (): Uint8Array | "end" | "cut" => {
    words[field + OUTPUT_BYTES] = 0;
    if (!run(libFlac.FLAC__stream_decoder_process_single)) return "cut";
    const length = words[field + OUTPUT_BYTES] ?? 0;
    if (length === 0) return "end";
    if (hasLast) throw new DamagedStreamError("A frame before the last is too short.");
    hasLast = length < MIN_BLOCK_FRAMES * frameBytes(format);
    return memory.subarray(output, output + length);
  };

  return {
    *decode(bytes) {
      for (let position = 0; position < bytes.length; ) {
        position += add(bytes.subarray(position));
        if (!hasHeader && end() - start() >= STREAM_HEADER_BYTES) readHeader();
        while (hasHeader && end() - start() >= lookahead) {
          const frame = decodeFrame();
          if (typeof frame === "string") throw new DamagedStreamError("A frame is too long.");
          yield frame;
        }
      }
    },
    *finish(isCut) {
      if (!hasHeader && isCut && end() - start() < STREAM_HEADER_BYTES) return;
      if (!hasHeader) readHeader();
      for (;;) {
        const frame = decodeFrame();
        if (frame === "end" || (frame === "cut" && isCut)) return;
        if (frame === "cut") throw new DamagedStreamError("The last frame is not whole.");
        yield frame;
      }
    },
    close() {
      libFlac.FLAC__stream_decoder_delete(decoder);
      libFlac.free(state);
    },
  };
}
