import type { WavFormat } from "./wav-format";

/** Two filter sections one after the other; each is `b0 b1 b2 a1 a2` with a0 = 1. */
interface KWeighting {
  /** Stage 1: the head, a shelf of +4 dB above 1.7 kHz. */
  shelf: readonly [number, number, number, number, number];
  /** Stage 2: the revised low-frequency curve, a high-pass at 38 Hz with b = 1, -2, 1. */
  highPass: readonly [number, number];
}

/** In Hz; below it the shelf is outside the audible band. */
const MIN_WEIGHTED_RATE = 8000;

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

/** Size of a channel's filter state, see {@link weightedEnergy}. */
const FILTER_STATE_SIZE = 4;

// Denormal numbers would be a hundred times slower.
const SILENT = 1e-30;

/**
 * Sum of squares of the filtered samples from `from` up to (not including) `to`. Changes `filterState`,
 * which has {@link FILTER_STATE_SIZE} numbers. Each section is computed from its state alone: one
 * product and one sum to the next state, where going through the output would take two sums and wait
 * longer.
 */
function weightedEnergy(
  filter: KWeighting,
  filterState: Float64Array,
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
  let s1 = filterState[0] ?? 0;
  let s2 = filterState[1] ?? 0;
  let t1 = filterState[2] ?? 0;
  let t2 = filterState[3] ?? 0;
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
  const isSilent = Math.abs(s1) + Math.abs(s2) + Math.abs(t1) + Math.abs(t2) < SILENT;
  filterState[0] = isSilent ? 0 : s1;
  filterState[1] = isSilent ? 0 : s2;
  filterState[2] = isSilent ? 0 : t1;
  filterState[3] = isSilent ? 0 : t2;
  return energy;
}

// Speaker bits of a WAVE channel mask, in the order channels are stored.
const LOW_FREQUENCY = 0x8;
const BACK = 0x10 | 0x20;
const SIDES = 0x200 | 0x400;

/** Usual masks by number of channels, for files without one. */
const USUAL_MASKS = new Map([
  [4, 0x33],
  [5, 0x37],
  [6, 0x3f],
  [7, 0x70f],
  [8, 0x63f],
]);

const SURROUND = 1.41;

/**
 * Channel weights of ITU-R BS.1770-4: 1.41 for surrounds, 0 for the low-frequency channel, else 1. Back
 * channels are surrounds only if there are none at the sides.
 */
export function channelWeights(
  { channels, channelMask }: Pick<WavFormat, "channels" | "channelMask">,
  count: number,
): number[] {
  const mask = channelMask ?? USUAL_MASKS.get(channels) ?? 0;
  const surrounds = mask & SIDES ? SIDES : BACK;
  const weights: number[] = [];
  for (let bit = 0; bit < 31; bit++) {
    const speaker = mask & (1 << bit);
    if (speaker === 0) continue;
    weights.push(speaker & LOW_FREQUENCY ? 0 : speaker & surrounds ? SURROUND : 1);
  }
  return Array.from({ length: count }, (_, channel) => weights[channel] ?? 1);
}

interface LoudnessMeter {
  push(channels: readonly Float64Array[], frames: number): void;
  /** Integrated loudness in LUFS; undefined when no block of 400 ms is above the absolute gate. */
  end(): number | undefined;
}

const HOPS_PER_SECOND = 10;
/** A block lasts 400 ms and starts 100 ms after the last, so that blocks overlap by 75 %. */
const HOPS_PER_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const OFFSET = -0.691;

/** Far beyond any rate in use; the filters lose precision above it. */
const MAX_RATE = 1_000_000;

/**
 * Integrated loudness by ITU-R BS.1770-4: K-weighting, blocks of 400 ms, absolute and relative gate.
 * `weights` has one number per channel (see `channelWeights`). Keeps one number per 100 ms of sound.
 * Rates outside of 8 kHz to 1 MHz give undefined.
 */
export function createLoudnessMeter(sampleRate: number, weights: readonly number[]): LoudnessMeter {
  if (sampleRate < MIN_WEIGHTED_RATE || sampleRate > MAX_RATE) {
    return { push() {}, end: () => undefined };
  }
  const filter = kWeighting(sampleRate);
  const filterStates = weights.map(() => new Float64Array(FILTER_STATE_SIZE));
  const hops: { energy: number; frames: number }[] = [];
  const blocks: number[] = [];
  let position = 0;
  let hopStart = 0;
  let hopEnd = Math.round(sampleRate / HOPS_PER_SECOND);
  let hopEnergy = 0;
  let hopsEnded = 0;

  function endHop() {
    hopsEnded += 1;
    hops.push({ energy: hopEnergy, frames: hopEnd - hopStart });
    if (hops.length > HOPS_PER_BLOCK) hops.shift();
    if (hops.length === HOPS_PER_BLOCK) blocks.push(mean(hops));
    hopStart = hopEnd;
    // Computed from the start, so that rates that are no multiple of ten do not drift.
    hopEnd = Math.round(((hopsEnded + 1) * sampleRate) / HOPS_PER_SECOND);
    hopEnergy = 0;
  }

  return {
    push(channels, frames) {
      let from = 0;
      while (from < frames) {
        const to = Math.min(frames, from + hopEnd - position);
        for (const [channel, weight] of weights.entries()) {
          const samples = channels[channel];
          const memory = filterStates[channel];
          if (weight === 0 || !samples || !memory) continue;
          hopEnergy += weight * weightedEnergy(filter, memory, samples, from, to);
        }
        position += to - from;
        from = to;
        if (position === hopEnd) endHop();
      }
    },
    end: () => gatedLoudness(blocks),
  };
}

function mean(hops: { energy: number; frames: number }[]): number {
  let energy = 0;
  let frames = 0;
  for (const hop of hops) {
    energy += hop.energy;
    frames += hop.frames;
  }
  return energy / frames;
}

function gatedLoudness(blocks: number[]): number | undefined {
  const aboveAbsoluteGate = meanAbove(blocks, ABSOLUTE_GATE);
  return aboveAbsoluteGate === undefined
    ? undefined
    : meanAbove(blocks, aboveAbsoluteGate + RELATIVE_GATE);
}

function meanAbove(blocks: number[], gate: number): number | undefined {
  const minEnergy = 10 ** ((Math.max(gate, ABSOLUTE_GATE) - OFFSET) / 10);
  let sum = 0;
  let count = 0;
  for (const block of blocks) {
    if (block <= minEnergy) continue;
    sum += block;
    count += 1;
  }
  return count === 0 ? undefined : OFFSET + 10 * Math.log10(sum / count);
}
