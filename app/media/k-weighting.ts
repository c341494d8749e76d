/** Two filter sections one after the other; each is `b0 b1 b2 a1 a2` with a0 = 1. */
export interface KWeighting {
  /** Stage 1: the head, a shelf of +4 dB above 1.7 kHz. */
  shelf: readonly [number, number, number, number, number];
  /** Stage 2: the revised low-frequency curve, a high-pass at 38 Hz with b = 1, -2, 1. */
  highPass: readonly [number, number];
}

/** Lowest rate the curve can be made for, in Hz; below, its shelf leaves the audible band. */
export const LOWEST_WEIGHTED_RATE = 8000;

// ITU-R BS.1770-4 prints coefficients for 48 kHz only and asks for "the same frequency response"
// elsewhere. These are the analogue values behind them: bilinear transform gives the printed
// ones back at 48 kHz.
const SHELF = { hertz: 1681.974450955533, gain: 3.999843853973347, q: 0.7071752369554196 };
const SHELF_SLOPE = 0.4996667741545416;
const HIGH_PASS = { hertz: 38.13547087602444, q: 0.5003270373238773 };

/** The K-weighting of ITU-R BS.1770-4 for a sample rate in Hz, at least LOWEST_WEIGHTED_RATE. */
export function kWeighting(sampleRate: number): KWeighting {
  const k = Math.tan((Math.PI * SHELF.hertz) / sampleRate);
  const high = 10 ** (SHELF.gain / 20);
  const band = high ** SHELF_SLOPE;
  const scale = 1 + k / SHELF.q + k * k;
  const low = Math.tan((Math.PI * HIGH_PASS.hertz) / sampleRate);
  const lowScale = 1 + low / HIGH_PASS.q + low * low;
  return {
    shelf: [
      (high + (band * k) / SHELF.q + k * k) / scale,
      (2 * (k * k - high)) / scale,
      (high - (band * k) / SHELF.q + k * k) / scale,
      (2 * (k * k - 1)) / scale,
      (1 - k / SHELF.q + k * k) / scale,
    ],
    highPass: [(2 * (low * low - 1)) / lowScale, (1 - low / HIGH_PASS.q + low * low) / lowScale],
  };
}

/** Numbers a channel's filter remembers between calls of {@link weightedEnergy}. */
export const KEPT_BY_FILTER = 4;

// Fading on through ever smaller numbers costs a hundredfold once they leave the normal range.
const SILENT = 1e-30;

/**
 * Sum of the squares of `samples[from]` up to (not including) `samples[to]` behind the filter.
 * `kept` is the channel's own memory, of {@link KEPT_BY_FILTER} numbers, and is changed.
 *
 * Each section is written by its state alone: the next state comes from the last in one product
 * and one sum, where going through the output would take two sums and wait longer.
 */
export function weightedEnergy(
  filter: KWeighting,
  kept: Float64Array,
  samples: Float64Array,
  from: number,
  to: number,
): number {
  const [b0, b1, b2, a1, a2] = filter.shelf;
  const [c1, c2] = filter.highPass;
  const shelf1 = b1 - a1 * b0;
  const shelf2 = b2 - a2 * b0;
  const high1 = -2 - c1;
  const high2 = 1 - c2;
  let s1 = kept[0] ?? 0;
  let s2 = kept[1] ?? 0;
  let t1 = kept[2] ?? 0;
  let t2 = kept[3] ?? 0;
  let energy = 0;
  for (let i = from; i < to; i++) {
    const x = samples[i] ?? 0;
    const y = b0 * x + s1;
    const nextS1 = shelf1 * x + s2 - a1 * s1;
    s2 = shelf2 * x - a2 * s1;
    s1 = nextS1;
    const z = y + t1;
    const nextT1 = high1 * y + t2 - c1 * t1;
    t2 = high2 * y - c2 * t1;
    t1 = nextT1;
    energy += z * z;
  }
  const still = Math.abs(s1) + Math.abs(s2) + Math.abs(t1) + Math.abs(t2) < SILENT;
  kept[0] = still ? 0 : s1;
  kept[1] = still ? 0 : s2;
  kept[2] = still ? 0 : t1;
  kept[3] = still ? 0 : t2;
  return energy;
}
