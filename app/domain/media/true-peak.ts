import { BLOCK_FRAMES } from "./sample-decoder";

/**
 * The interpolation filter of ITU-R BS.1770-4, annex 2: 48 taps in four phases of 12. The third and
 * fourth phase are the first two reversed.
 */
export const PHASES = {
  outer: [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875,
    0.1373291015625, 0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125,
    0.014892578125, -0.00830078125,
  ],
  inner: [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
} as const;

/** Taps of one phase. */
const TAPS = 12;

/** The four taps at either end, and the first of each pair that bounds combine. */
const ENDS = [0, 1, 2, 3, 8, 9, 10, 11];
const END_PAIRS = [0, 2, 8, 10];
const MIDDLE_PAIRS = [4, 6];

/**
 * Bounds for a phase and its reverse. Neighbouring samples differ by at most `step`.
 * By size alone a tap adds its magnitude times `peak`. But neighbouring taps mostly have opposite
 * signs, so that smooth sound cancels in them: a*x + b*y = a*(x - y) + (a + b)*y, which is at most |a|
 * times `step` and |a + b| times `peak`. Both hold, so the lower one does.
 */
function toBound(taps: readonly number[]) {
  const tap = (index: number) => taps[index] ?? 0;
  const sizes = (indexes: number[]) =>
    indexes.reduce((sum, tapIndex) => sum + Math.abs(tap(tapIndex)), 0);
  const pairs = (indexes: number[]) =>
    indexes.reduce((sum, tapIndex) => sum + Math.abs(tap(tapIndex) + tap(tapIndex + 1)), 0);

  const outerTaps = { size: sizes(ENDS), steps: sizes(END_PAIRS), rest: pairs(END_PAIRS) };
  // In the middle the smaller taps, 4 and 7, are bounded by steps.
  const allTaps = {
    size: outerTaps.size + sizes([4, 5, 6, 7]),
    steps: outerTaps.steps + sizes([4, 7]),
    rest: outerTaps.rest + pairs(MIDDLE_PAIRS),
  };
  const lowerBound = ({ size, steps, rest }: typeof outerTaps) => {
    return (peak: number, step: number) => Math.min(size * peak, steps * step + rest * peak);
  };
  return {
    /** Of the outer taps. */
    outerTaps: lowerBound(outerTaps),
    /** Of all taps. */
    allTaps: lowerBound(allTaps),
  };
}

/** Outputs bounded together. */
const BLOCK_SIZE = 128;
const FILTER_REACH = TAPS - 1;

/**
 * A phase and its reverse give two outputs u + v and u - v, where u takes the sum of the two samples
 * equally far from the middle and v their difference. So the larger magnitude is |u| + |v|, for half
 * the products.
 */
function splitTaps(taps: readonly number[]) {
  const half = (sign: 1 | -1) =>
    Float64Array.from(
      taps.slice(0, TAPS / 2),
      (tap, k) => (tap + sign * (taps[FILTER_REACH - k] ?? 0)) / 2,
    );
  return { sums: half(1), differences: half(-1) };
}

const OUTER = { ...splitTaps(PHASES.outer), bound: toBound(PHASES.outer) };
const INNER = { ...splitTaps(PHASES.inner), bound: toBound(PHASES.inner) };

/**
 * True peak by ITU-R BS.1770-4 annex 2: four times oversampled with the standard's filter, at any
 * sample rate. Never below the sample peak, which the filter alone can miss by a little.
 * Outputs that cannot exceed the highest level so far are skipped. This is exact: an upper bound (see
 * `toBound`) is checked first per block, then per output with its four middle taps computed.
 */
export function createTruePeakMeter(channels: number) {
  const lines = Array.from(
    { length: channels },
    () => new Float64Array(FILTER_REACH + BLOCK_FRAMES),
  );
  let highest = 0;

  function push(channel: number, samples: Float64Array, frames: number) {
    const line = lines[channel];
    if (!line) return;
    line.set(frames < samples.length ? samples.subarray(0, frames) : samples, FILTER_REACH);
    for (let from = FILTER_REACH; from < FILTER_REACH + frames; from += BLOCK_SIZE) {
      highest = highestInBlock(
        line,
        from,
        Math.min(from + BLOCK_SIZE, FILTER_REACH + frames),
        highest,
      );
    }
    line.copyWithin(0, frames, frames + FILTER_REACH);
  }

  return {
    /** The next samples of one channel: the first `frames` of the array, at most BLOCK_FRAMES. */
    push,
    /** The highest level of all channels, where 1 is full scale. Call once after the last samples. */
    end() {
      const silence = new Float64Array(FILTER_REACH);
      for (const channel of lines.keys()) push(channel, silence, FILTER_REACH);
      return highest;
    },
  };
}

/** The highest of `previousPeak` and the outputs of one block. */
function highestInBlock(line: Float64Array, from: number, to: number, previousPeak: number) {
  let peak = 0;
  let step = 0;
  let last = line[from - FILTER_REACH] ?? 0;
  for (let i = from - FILTER_REACH; i < to; i++) {
    const x = line[i] ?? 0;
    const size = Math.abs(x);
    const change = Math.abs(x - last);
    if (size > peak) peak = size;
    if (change > step) step = change;
    last = x;
  }
  const highest = Math.max(previousPeak, peak);
  if (OUTER.bound.allTaps(peak, step) <= highest && INNER.bound.allTaps(peak, step) <= highest) {
    return highest;
  }
  const outerEnds = OUTER.bound.outerTaps(peak, step);
  const innerEnds = INNER.bound.outerTaps(peak, step);
  return searchOutputs(line, from, to, outerEnds, innerEnds, highest);
}

const [, , , , OUTER_SUM4 = 0, OUTER_SUM5 = 0] = OUTER.sums;
const [, , , , OUTER_DIFFERENCE4 = 0, OUTER_DIFFERENCE5 = 0] = OUTER.differences;
const [, , , , INNER_SUM4 = 0, INNER_SUM5 = 0] = INNER.sums;
const [, , , , INNER_DIFFERENCE4 = 0, INNER_DIFFERENCE5 = 0] = INNER.differences;

/** Checks output by output; `outerEnds` and `innerEnds` bound the outer taps. */
function searchOutputs(
  line: Float64Array,
  from: number,
  to: number,
  outerEnds: number,
  innerEnds: number,
  previousPeak: number,
): number {
  let highest = previousPeak;
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

function largestOutput(line: Float64Array, n: number): number {
  let outerSum = 0;
  let outerDifference = 0;
  let innerSum = 0;
  let innerDifference = 0;
  for (let k = 0; k < TAPS / 2; k++) {
    const tapIndex = line[n - k] ?? 0;
    const mirrored = line[n - FILTER_REACH + k] ?? 0;
    outerSum += (OUTER.sums[k] ?? 0) * (tapIndex + mirrored);
    outerDifference += (OUTER.differences[k] ?? 0) * (tapIndex - mirrored);
    innerSum += (INNER.sums[k] ?? 0) * (tapIndex + mirrored);
    innerDifference += (INNER.differences[k] ?? 0) * (tapIndex - mirrored);
  }
  return Math.max(
    Math.abs(outerSum) + Math.abs(outerDifference),
    Math.abs(innerSum) + Math.abs(innerDifference),
  );
}
