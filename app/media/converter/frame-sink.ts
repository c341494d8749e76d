import { type Engine, FRAME_BYTES } from "./engine";

/** A consumer of stereo frames (two floats each) in the engine's memory. */
export interface FrameSink {
  /** Free capacity in frames; at least 1. */
  room(): number;
  /** Address for the next frames. */
  at(): number;
  /** Call after writing frames there. */
  took(frames: number): void;
  /** Whether it needs no more frames; further ones are dropped. */
  full(): boolean;
}

/** The last sink of a chain. */
export interface LastSink extends FrameSink {
  end(): void;
}

/**
 * Passes a clip's frames to a callback without the first `skip`.
 * @param most capacity in frames.
 */
export function frameTap(
  engine: Engine,
  { frames, skip }: { frames: number; skip: number },
  most: number,
  take: (at: number, count: number) => void,
): LastSink {
  const at = engine.reserve(most * FRAME_BYTES);
  let ahead = skip;
  let remaining = frames;
  return {
    room: () => most,
    at: () => at,
    took(count) {
      const droppedFrames = Math.min(ahead, count);
      const usedFrames = Math.min(count - droppedFrames, remaining);
      if (usedFrames > 0) take(at + droppedFrames * FRAME_BYTES, usedFrames);
      ahead -= droppedFrames;
      remaining -= usedFrames;
    },
    full: () => remaining === 0,
    end() {},
  };
}
