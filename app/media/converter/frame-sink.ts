import { type Engine, FRAME_BYTES } from "./engine";

/** Takes stereo frames (two floats each) in the engine's memory, in order. */
export interface FrameSink {
  /** How many frames it can take at once; at least 1. */
  room(): number;
  /** Where the next frames go. */
  at(): number;
  /** So many frames have been written there. */
  took(frames: number): void;
  /** Whether it has all it is there for: what still comes is dropped, and need not be made. */
  full(): boolean;
}

/** The last of several: takes what it is there for, and ends with the clip. */
export interface LastSink extends FrameSink {
  end(): void;
}

/**
 * Passes a clip's frames to whoever looks at them, `skip` frames before its first left out.
 * @param most frames that it has room for.
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
