import { type LowPass, reach } from "./kaiser";

/** Frames per second of a clip (specification, section 9). */
export const CLIP_RATE = 44_100;

/** Blocks of `size` frames become blocks of `newSize`; the next block begins `advance` frames later. */
export interface BlockPlan {
  size: number;
  newSize: number;
  advance: number;
  /** Output frames per `advance`. */
  newAdvance: number;
  /** The filter, at the rate of the source. */
  filter: LowPass;
  /** Half the filter's length, in source frames. */
  reach: number;
}

/** Resampling in blocks; for odd ratios, followed by interpolation at `readFrom` frames per second. */
interface RatePlan {
  blocks: BlockPlan;
  readFrom?: number;
}

/** The top of the pass band for sources of 44.1 kHz and more, in Hz. */
const PASS = 20_500;
const NYQUIST = CLIP_RATE / 2;
/** Limited for the CPU caches. */
const MAX_ELEMENTS = 32_768;

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Undefined if the size has other prime factors. */
export function radices(size: number): number[] | undefined {
  const factors: number[] = [];
  let remainder = size;
  for (const radix of [7, 5, 3])
    for (; remainder % radix === 0; remainder /= radix) factors.push(radix);
  const twos = Math.log2(remainder);
  if (!Number.isInteger(twos)) return undefined;
  if (twos % 2 === 1) factors.push(2);
  // Radix 4 last: later passes have longer inner loops, and most passes are these.
  return [...factors, ...Array.from({ length: Math.floor(twos / 2) }, () => 4)];
}

const transformCost = (size: number) => size * (Math.log2(size) + 3);

/** The cheapest blocks for a ratio of `up` to `down`, if any. */
function planBlocks(up: number, down: number, filter: LowPass): BlockPlan | undefined {
  const filterReach = reach(filter);
  let best: { plan: BlockPlan; cost: number } | undefined;
  for (let times = 1; Math.max(up, down) * times <= MAX_ELEMENTS; times *= 2) {
    const [size, newSize] = [down * times, up * times];
    if (!radices(size) || !radices(newSize)) return undefined;
    const first = Math.ceil((filterReach * up) / down);
    const count = Math.floor(((size - 1 - filterReach) * up) / down) - first + 1;
    const newAdvance = Math.floor(count / up) * up;
    if (newAdvance < 1) continue;
    const advance = (newAdvance / up) * down;
    const cost = (transformCost(size) + transformCost(newSize)) / advance;
    if (!best || cost < best.cost * 0.95)
      best = { plan: { size, newSize, advance, newAdvance, filter, reach: filterReach }, cost };
  }
  return best?.plan;
}

/** Undefined if the source has the clip's rate. */
export function ratePlan(rate: number): RatePlan | undefined {
  if (rate === CLIP_RATE) return undefined;
  const limit = Math.min(NYQUIST, rate / 2);
  const filter = { pass: (limit * PASS) / NYQUIST / rate, stop: limit / rate };
  const common = greatestCommonDivisor(rate, CLIP_RATE);
  const direct = planBlocks(CLIP_RATE / common, rate / common, filter);
  if (direct) return { blocks: direct };
  // Leaves three quarters of the spectrum empty, so that a simple interpolation is exact enough.
  const times = rate < 2 * CLIP_RATE ? 4 : rate < 4 * CLIP_RATE ? 2 : 1;
  const blocks = planBlocks(times, 1, filter);
  if (!blocks) throw new RangeError(`No way from ${rate} Hz`);
  return { blocks, readFrom: rate * times };
}

/** Frames of a clip for source frames (the same count as sox's). */
export function clipFrames(frames: number, rate: number): number {
  return Math.floor((frames * CLIP_RATE) / rate + 0.5);
}
