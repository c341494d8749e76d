import type { WavFormat } from "~/media/wav-format";
import { type Converter, type ConverterOptions, framesOf } from "./converter";
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
 * Copies a source that is 16 bit, 44.1 kHz, stereo already, bit for bit. Only the 5 ms at a cut into sound
 * are faded and
 * dithered.
 */
export function openCopier(
  engine: Engine,
  { format, sourceFrames, range, seed }: ConverterOptions,
  hand: (bytes: Uint8Array) => void,
): Converter {
  engine.seed(seed[0], seed[1]);
  const frames = framesOf(range, format);
  const ends = fadeFrames(frames) * CLIP_FRAME_BYTES;
  const total = frames * CLIP_FRAME_BYTES;
  const buffer = new Uint8Array(ends);
  const bytes = engine.reserve(ends);
  const floats = engine.reserve(ends * 4);
  let position = 0;

  function handEnd(out: boolean) {
    const count = ends / CLIP_FRAME_BYTES;
    engine.bytes().set(buffer, bytes);
    engine.decodeStereo(PCM16, bytes, count, floats);
    if ((out ? range.to < sourceFrames : range.from > 0) && fadeEnd(engine, floats, count, out))
      engine.quantise(floats, count, bytes, 1);
    hand(engine.bytes().slice(bytes, bytes + ends));
  }

  /** Copies bytes up to `end` into the target, or passes them on. @returns the remaining bytes. */
  function take(from: Uint8Array, end: number, into?: { offset: number }): Uint8Array {
    const count = Math.max(0, Math.min(from.length, end - position));
    const part = from.subarray(0, count);
    if (into && count > 0) buffer.set(part, position - into.offset);
    else if (count > 0) hand(part);
    position += count;
    return from.subarray(count);
  }

  return {
    reads: range,
    push(chunk) {
      const before = position;
      let rest = take(chunk, ends, { offset: 0 });
      if (ends > 0 && before < ends && position >= ends) handEnd(false);
      rest = take(rest, total - ends);
      take(rest, total, { offset: total - ends });
    },
    end() {
      if (ends > 0) handEnd(true);
    },
    peak: () => 0,
    unusable: () => 0,
  };
}
