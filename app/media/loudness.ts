import { KEPT_BY_FILTER, kWeighting, LOWEST_WEIGHTED_RATE, weightedEnergy } from "./k-weighting";

export interface LoudnessMeter {
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

/** Above any rate in use; the filters' numbers run out of digits far beyond it. */
const HIGHEST_RATE = 1_000_000;

/**
 * Integrated loudness after ITU-R BS.1770-4: K-weighting, blocks of 400 ms, absolute and relative
 * gate. `weights` has one number per channel (see `channelWeights`). Remembers one number per
 * 100 ms of sound. Rates from 8 kHz to 1 MHz are measured, others give undefined.
 */
export function openLoudness(sampleRate: number, weights: readonly number[]): LoudnessMeter {
  if (sampleRate < LOWEST_WEIGHTED_RATE || sampleRate > HIGHEST_RATE) {
    return { push() {}, end: () => undefined };
  }
  const filter = kWeighting(sampleRate);
  const kept = weights.map(() => new Float64Array(KEPT_BY_FILTER));
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
    // Counted from the start, so that rates no multiple of ten do not drift.
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
          const memory = kept[channel];
          if (weight === 0 || !samples || !memory) continue;
          hopEnergy += weight * weightedEnergy(filter, memory, samples, from, to);
        }
        position += to - from;
        from = to;
        if (position === hopEnd) endHop();
      }
    },
    end: () => gated(blocks),
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

function gated(blocks: number[]): number | undefined {
  const audible = meanAbove(blocks, ABSOLUTE_GATE);
  return audible === undefined ? undefined : meanAbove(blocks, audible + RELATIVE_GATE);
}

/** Loudness of the mean of the blocks above a gate; both gates are at or above the absolute one. */
function meanAbove(blocks: number[], gate: number): number | undefined {
  const least = 10 ** ((Math.max(gate, ABSOLUTE_GATE) - OFFSET) / 10);
  let sum = 0;
  let count = 0;
  for (const block of blocks) {
    if (block <= least) continue;
    sum += block;
    count += 1;
  }
  return count === 0 ? undefined : OFFSET + 10 * Math.log10(sum / count);
}
