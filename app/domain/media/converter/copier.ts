import type { WavFormat } from "../wav-format";
import { type Converter, type ConverterOptions, clipFrameCount } from "./converter";
import type { Engine } from "./engine";
import { CLIP_FRAME_BYTES, fadeEnd, fadeFrames } from "./finish";
import { CLIP_RATE } from "./rate-plan";

/** Whether a source has the clip's format, so that its bytes can be copied. */
export function isClipFormat({ format, sampleRate, bitsPerSample, channels }: WavFormat): boolean {
  return format === "pcm" && sampleRate === CLIP_RATE && bitsPerSample === 16 && channels === 2;
}

/** The engine's number for 16-bit samples. */
const PCM16 = 1;

/**
 * Copies a source that is 16 bit, 44.1 kHz, stereo already, bit for bit. Only the 5 ms at a cut into
 * sound are faded and dithered.
 */
export function createCopier(
  engine: Engine,
  { format, sourceFrames, range, seed }: ConverterOptions,
  onBytes: (bytes: Uint8Array) => void,
): Converter {
  engine.seed(seed[0], seed[1]);
  const frames = clipFrameCount(range, format);
  const fadeBytes = fadeFrames(frames) * CLIP_FRAME_BYTES;
  const total = frames * CLIP_FRAME_BYTES;
  const buffer = new Uint8Array(fadeBytes);
  const bytes = engine.reserve(fadeBytes);
  const floats = engine.reserve(fadeBytes * 4);
  let position = 0;

  function emitFaded(isEnd: boolean) {
    const count = fadeBytes / CLIP_FRAME_BYTES;
    engine.bytes().set(buffer, bytes);
    engine.decodeStereo(PCM16, bytes, count, floats);
    if ((isEnd ? range.to < sourceFrames : range.from > 0) && fadeEnd(engine, floats, count, isEnd))
      engine.quantise(floats, count, bytes, 1);
    onBytes(engine.bytes().slice(bytes, bytes + fadeBytes));
  }

  /** Copies bytes up to `end` into the target, or passes them on. @returns the remaining bytes. */
  function copyUntil(from: Uint8Array, end: number, target?: { offset: number }): Uint8Array {
    const count = Math.max(0, Math.min(from.length, end - position));
    const part = from.subarray(0, count);
    if (target && count > 0) buffer.set(part, position - target.offset);
    else if (count > 0) onBytes(part);
    position += count;
    return from.subarray(count);
  }

  return {
    reads: range,
    push(chunk) {
      const previousPosition = position;
      let remaining = copyUntil(chunk, fadeBytes, { offset: 0 });
      if (fadeBytes > 0 && previousPosition < fadeBytes && position >= fadeBytes) emitFaded(false);
      remaining = copyUntil(remaining, total - fadeBytes);
      copyUntil(remaining, total, { offset: total - fadeBytes });
    },
    end() {
      if (fadeBytes > 0) emitFaded(true);
    },
    peak: () => 0,
    unusable: () => 0,
  };
}
