import { type Engine, FRAME_BYTES } from "./engine";

/** A consumer of stereo frames (two floats each) in the engine's memory. */
export interface FrameSink {
  /** Free capacity in frames; at least 1. */
  room(): number;
  /** Address for the next frames. */
  at(): number;
  /** Call after writing frames there. */
  commit(frames: number): void;
  /** Whether it needs no more frames; further ones are dropped. */
  isFull(): boolean;
}

/** The last sink of a chain. */
export interface LastSink extends FrameSink {
  end(): void;
}

/**
 * Passes a clip's frames to a callback without the first `skip`.
 * @param maxFrames capacity in frames.
 */
export function createFrameTap(
  engine: Engine,
  { frames, skip }: { frames: number; skip: number },
  maxFrames: number,
  onFrames: (at: number, count: number) => void,
): LastSink {
  const at = engine.reserve(maxFrames * FRAME_BYTES);
  let framesToSkip = skip;
  let remaining = frames;
  return {
    room: () => maxFrames,
    at: () => at,
    commit(count) {
      const droppedFrames = Math.min(framesToSkip, count);
      const usedFrames = Math.min(count - droppedFrames, remaining);
      if (usedFrames > 0) onFrames(at + droppedFrames * FRAME_BYTES, usedFrames);
      framesToSkip -= droppedFrames;
      remaining -= usedFrames;
    },
    isFull: () => remaining === 0,
    end() {},
  };
}
