import { type Engine, FRAME_BYTES } from "./engine";
import type { FrameSink } from "./frame-sink";
import { kernel } from "./kaiser";
import { CLIP_RATE } from "./rate-plan";

/** Taps to both sides together: enough where three quarters of the spectrum are clear. */
const TAPS = 16;
/** Places between two frames that the kernel is written down for. */
const PHASES = 4096;

/** Frames that are looked at before the place that is read. */
export const FRAMES_BEFORE = TAPS / 2;

function writeTable(engine: Engine): number {
  const value = kernel({ pass: 1 / 8, stop: 7 / 8 }, TAPS / 2);
  const table = new Float64Array((PHASES + 1) * TAPS);
  for (let phase = 0; phase <= PHASES; phase++) {
    const row = table.subarray(phase * TAPS, (phase + 1) * TAPS);
    for (let k = 0; k < TAPS; k++) row[k] = value(k - (TAPS / 2 - 1) - phase / PHASES);
    // Every row lets a constant through as it is.
    const sum = row.reduce((total, tap) => total + tap, 0);
    for (let k = 0; k < TAPS; k++) row[k] = (row[k] ?? 0) / sum;
  }
  return engine.floats(table);
}

/**
 * Reads the clip's frames between those of another rate, at exact places, whatever the ratio. The
 * sound must leave three quarters of its spectrum empty.
 * @param skip how many frames come before the one that belongs to the clip's first.
 * @param most frames that are handed over at once.
 */
export function readBetween(
  engine: Engine,
  { rate, skip, most }: { rate: number; skip: number; most: number },
  to: FrameSink,
): FrameSink {
  const table = writeTable(engine);
  const capacity = most + 2 * TAPS;
  const input = engine.reserve(capacity * FRAME_BYTES);
  const [step, stepPart] = [Math.floor(rate / CLIP_RATE), rate % CLIP_RATE];
  let filled = 0;
  let whole = skip;
  let part = 0;

  /** How many places have all their frames by now. */
  function ready(): number {
    const last = filled - 1 - TAPS / 2;
    if (whole > last) return 0;
    return Math.floor(((last - whole + 1) * CLIP_RATE - part - 1) / rate) + 1;
  }

  function read(from: { whole: number; part: number }, count: number, at: number) {
    engine.interpolate(
      input,
      table,
      TAPS,
      PHASES,
      from.whole,
      from.part,
      CLIP_RATE,
      step,
      stepPart,
      count,
      at,
    );
  }

  return {
    room: () => capacity - filled,
    at: () => input + filled * FRAME_BYTES,
    took(frames) {
      filled += frames;
      for (let left = ready(); left > 0 && !to.full(); ) {
        const count = Math.min(left, to.room());
        read({ whole, part }, count, to.at());
        to.took(count);
        const parts = part + count * stepPart;
        whole += count * step + Math.floor(parts / CLIP_RATE);
        part = parts % CLIP_RATE;
        left -= count;
      }
      const done = Math.min(filled, whole - FRAMES_BEFORE);
      engine.bytes().copyWithin(input, input + done * FRAME_BYTES, input + filled * FRAME_BYTES);
      filled -= done;
      whole -= done;
    },
    full: to.full,
  };
}
