import { type Engine, FRAME_BYTES } from "./engine";
import type { LastSink } from "./frame-sink";
import { CLIP_RATE } from "./rate-plan";

/** Frames of a fade: 5 ms, in whole pairs, since frames are rounded in pairs. */
export const FADE_FRAMES = 2 * Math.ceil((CLIP_RATE * 0.005) / 2);
/** 80 dB below full scale counts as silent. */
const SILENCE_LEVEL = 1e-4;
const OUTPUT_BYTES = 128 * 1024;
/** Bytes of a frame of the clip: 16 bits, two channels. */
export const CLIP_FRAME_BYTES = 4;

interface FinishOptions {
  frames: number;
  /** Frames that come before its first. */
  skip: number;
  /** Whether the track goes on before the clip, and after it. */
  cut: { start: boolean; end: boolean };
  /** Whether the samples changed, so that they need dither. */
  requantised: boolean;
}

/** Frames of the fade at either end of a clip. */
export function fadeFrames(frames: number): number {
  return Math.min(FADE_FRAMES, Math.floor(frames / 2));
}

/** Fades an end that cuts into sound. @returns whether it did. */
export function fadeEnd(engine: Engine, at: number, frames: number, out: boolean): boolean {
  if (engine.loudest(at, frames) <= SILENCE_LEVEL) return false;
  engine.fade(at, frames, Number(out));
  return true;
}

/**
 * Fades the clip's ends where they cut into sound and passes on 16-bit frames. The bytes are reused: copy
 * what is kept.
 * @param maxFrames capacity in frames.
 */
export function createFinisher(
  engine: Engine,
  { frames, skip, cut, requantised }: FinishOptions,
  maxFrames: number,
  onBytes: (bytes: Uint8Array) => void,
): LastSink {
  const fadeLength = fadeFrames(frames);
  const capacity = maxFrames + FADE_FRAMES * 4;
  const buffer = engine.reserve(capacity * FRAME_BYTES);
  const out = engine.reserve(Math.max(OUTPUT_BYTES, capacity * CLIP_FRAME_BYTES));
  let bufferedFrames = 0;
  let outputFrames = 0;
  let finishedFrames = 0;
  let framesToSkip = skip;

  function quantise(at: number, count: number, isDithered: boolean) {
    if ((outputFrames + count) * CLIP_FRAME_BYTES > OUTPUT_BYTES) flush();
    engine.quantise(at, count, out + outputFrames * CLIP_FRAME_BYTES, Number(isDithered));
    outputFrames += count;
  }

  function flush() {
    if (outputFrames > 0) onBytes(engine.bytes().slice(out, out + outputFrames * CLIP_FRAME_BYTES));
    outputFrames = 0;
  }

  /** Finishes the first `count` buffered frames; the last `last` of them end the clip. */
  function finish(count: number, last: number) {
    const first = finishedFrames === 0 ? fadeLength : 0;
    if (first > 0) {
      const isFaded = cut.start && fadeEnd(engine, buffer, first, false);
      quantise(buffer, first, requantised || isFaded);
    }
    quantise(buffer + first * FRAME_BYTES, count - first - last, requantised);
    if (last > 0) {
      const at = buffer + (count - last) * FRAME_BYTES;
      const isFaded = cut.end && fadeEnd(engine, at, last, true);
      quantise(at, last, requantised || isFaded);
    }
    finishedFrames += count;
    engine
      .bytes()
      .copyWithin(buffer, buffer + count * FRAME_BYTES, buffer + bufferedFrames * FRAME_BYTES);
    bufferedFrames -= count;
  }

  return {
    room: () => capacity - bufferedFrames,
    at: () => buffer + bufferedFrames * FRAME_BYTES,
    commit(count) {
      bufferedFrames += count;
      if (framesToSkip > 0) {
        const droppedFrames = Math.min(framesToSkip, bufferedFrames);
        engine
          .bytes()
          .copyWithin(
            buffer,
            buffer + droppedFrames * FRAME_BYTES,
            buffer + bufferedFrames * FRAME_BYTES,
          );
        framesToSkip -= droppedFrames;
        bufferedFrames -= droppedFrames;
      }
      bufferedFrames = Math.min(bufferedFrames, frames - finishedFrames);
      const ready = bufferedFrames - fadeLength;
      // In pairs, so that the dither does not depend on the block sizes.
      if (ready >= 2 * FADE_FRAMES) finish(ready - (ready % 2), 0);
    },
    isFull: () => finishedFrames + bufferedFrames === frames,
    end() {
      if (bufferedFrames > 0) finish(bufferedFrames, fadeLength);
      flush();
    },
  };
}
