import { BLOCK_FRAMES } from "./sample-decoder";
import { boundOf, PHASES, TAPS } from "./true-peak-bound";

export interface TruePeakMeter {
  /** The next samples of one channel: the first `frames` of the array, at most BLOCK_FRAMES. */
  push(channel: number, samples: Float64Array, frames: number): void;
  /** The highest level of all channels, 1 being full scale. Call once, behind the last samples. */
  end(): number;
}

/** Outputs judged together. */
const STRETCH = 128;
/** How far back the filter's taps reach. */
const REACH = TAPS - 1;

/**
 * A phase and the same one turned round give two outputs u + v and u - v, where u takes the sum of
 * the two samples that lie equally far from the middle and v their difference. So the larger of the
 * two magnitudes is |u| + |v|, for half the products.
 */
function halves(taps: readonly number[]) {
  const half = (sign: 1 | -1) =>
    Float64Array.from(
      taps.slice(0, TAPS / 2),
      (tap, k) => (tap + sign * (taps[REACH - k] ?? 0)) / 2,
    );
  return { sums: half(1), differences: half(-1) };
}

const OUTER = { ...halves(PHASES.outer), bound: boundOf(PHASES.outer) };
const INNER = { ...halves(PHASES.inner), bound: boundOf(PHASES.inner) };

/**
 * True peak after ITU-R BS.1770-4 annex 2: four times oversampled with the standard's filter, at
 * any sample rate (above 48 kHz that is finer than asked for). Never below the sample peak, which
 * the filter alone can miss by a little.
 *
 * Outputs that cannot raise the highest level so far are not computed. This is exact, not a guess:
 * they are passed over only where a bound on them (see `boundOf`) stays below the level reached,
 * first for a stretch at once, then for each output with its four middle taps worked out.
 */
export function openTruePeak(channels: number): TruePeakMeter {
  const lines = Array.from({ length: channels }, () => new Float64Array(REACH + BLOCK_FRAMES));
  let highest = 0;

  function push(channel: number, samples: Float64Array, frames: number) {
    const line = lines[channel];
    if (!line) return;
    line.set(frames < samples.length ? samples.subarray(0, frames) : samples, REACH);
    for (let from = REACH; from < REACH + frames; from += STRETCH) {
      highest = searched(line, from, Math.min(from + STRETCH, REACH + frames), highest);
    }
    line.copyWithin(0, frames, frames + REACH);
  }

  return {
    push,
    end() {
      const quiet = new Float64Array(REACH);
      for (const channel of lines.keys()) push(channel, quiet, REACH);
      return highest;
    },
  };
}

/** The highest of `reached` and the outputs of one stretch of a line. */
function searched(line: Float64Array, from: number, to: number, reached: number): number {
  let peak = 0;
  let step = 0;
  let last = line[from - REACH] ?? 0;
  for (let i = from - REACH; i < to; i++) {
    const x = line[i] ?? 0;
    const size = Math.abs(x);
    const change = Math.abs(x - last);
    if (size > peak) peak = size;
    if (change > step) step = change;
    last = x;
  }
  const highest = Math.max(reached, peak);
  if (OUTER.bound.all(peak, step) <= highest && INNER.bound.all(peak, step) <= highest) {
    return highest;
  }
  const outerEnds = OUTER.bound.ends(peak, step);
  const innerEnds = INNER.bound.ends(peak, step);
  return searchedClosely(line, from, to, outerEnds, innerEnds, highest);
}

const [, , , , OUTER_SUM4 = 0, OUTER_SUM5 = 0] = OUTER.sums;
const [, , , , OUTER_DIFFERENCE4 = 0, OUTER_DIFFERENCE5 = 0] = OUTER.differences;
const [, , , , INNER_SUM4 = 0, INNER_SUM5 = 0] = INNER.sums;
const [, , , , INNER_DIFFERENCE4 = 0, INNER_DIFFERENCE5 = 0] = INNER.differences;

/** The same, output by output; `outerEnds` and `innerEnds` are what the outer taps can add. */
function searchedClosely(
  line: Float64Array,
  from: number,
  to: number,
  outerEnds: number,
  innerEnds: number,
  reached: number,
): number {
  let highest = reached;
  let x5 = line[from - 5] ?? 0;
  let x6 = line[from - 6] ?? 0;
  let x7 = line[from - 7] ?? 0;
  for (let n = from; n < to; n++) {
    const x4 = line[n - 4] ?? 0;
    const sum4 = x4 + x7;
    const sum5 = x5 + x6;
    const difference4 = x4 - x7;
    const difference5 = x5 - x6;
    const outer =
      Math.abs(OUTER_SUM4 * sum4 + OUTER_SUM5 * sum5) +
      Math.abs(OUTER_DIFFERENCE4 * difference4 + OUTER_DIFFERENCE5 * difference5);
    const inner =
      Math.abs(INNER_SUM4 * sum4 + INNER_SUM5 * sum5) +
      Math.abs(INNER_DIFFERENCE4 * difference4 + INNER_DIFFERENCE5 * difference5);
    if (outer + outerEnds > highest || inner + innerEnds > highest) {
      highest = Math.max(highest, largestOutput(line, n));
    }
    x7 = x6;
    x6 = x5;
    x5 = x4;
  }
  return highest;
}

/** The largest of the four outputs at `n`. */
function largestOutput(line: Float64Array, n: number): number {
  let outerSum = 0;
  let outerDifference = 0;
  let innerSum = 0;
  let innerDifference = 0;
  for (let k = 0; k < TAPS / 2; k++) {
    const one = line[n - k] ?? 0;
    const other = line[n - REACH + k] ?? 0;
    outerSum += (OUTER.sums[k] ?? 0) * (one + other);
    outerDifference += (OUTER.differences[k] ?? 0) * (one - other);
    innerSum += (INNER.sums[k] ?? 0) * (one + other);
    innerDifference += (INNER.differences[k] ?? 0) * (one - other);
  }
  return Math.max(
    Math.abs(outerSum) + Math.abs(outerDifference),
    Math.abs(innerSum) + Math.abs(innerDifference),
  );
}
