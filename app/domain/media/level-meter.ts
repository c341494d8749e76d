/** Places are in frames from the start of the audio. */
interface LevelFindings {
  /** First and last frame that is not silent. */
  span?: { first: number; last: number };
  /** Highest level of each channel, 1 being full scale. */
  peaks: number[];
  /** Samples over full scale, and the frame of the first of them. */
  over: { samples: number; first?: number };
  /** Whether all channels are equal; false for a single one. */
  same: boolean;
}

interface LevelMeter {
  /** Returns the block's highest level per channel, valid until the next call. */
  push(channels: readonly Float64Array[], frames: number): Float64Array;
  end(): LevelFindings;
}

/**
 * -60 dBFS: inaudible at normal volume (at 85 dB it is as quiet as a room), and above dither, converter
 * hiss and the end of a fade. A higher value would treat quiet classical openings as silence.
 */
export const SILENCE = 1e-3;

/**
 * Tolerance for equal channels: four steps of 16 bit, since mono that was dithered per channel differs by
 * that much.
 */
const EQUAL = 4 / 32_768;

/** Levels, silence at the ends, and whether the channels differ. */
export function createLevelMeter(channels: number): LevelMeter {
  const blockPeaks = new Float64Array(channels);
  const peaks = new Float64Array(channels);
  const over: LevelFindings["over"] = { samples: 0 };
  let span: LevelFindings["span"];
  let same = channels > 1;
  let position = 0;

  return {
    push(blocks, frames) {
      for (const [channel, samples] of blocks.entries()) {
        const peak = findPeak(samples, frames);
        blockPeaks[channel] = peak;
        if (peak > (peaks[channel] ?? 0)) peaks[channel] = peak;
        if (peak >= SILENCE) {
          const first = position + firstAtLeast(samples, frames, SILENCE);
          const last = position + lastAtLeast(samples, frames, SILENCE);
          span = span
            ? { first: Math.min(span.first, first), last: Math.max(span.last, last) }
            : { first, last };
        }
        if (peak > 1) {
          over.samples += countOver(samples, frames);
          const first = position + firstAtLeast(samples, frames, 1 + Number.EPSILON);
          over.first = Math.min(over.first ?? first, first);
        }
      }
      same &&= blocks.every((samples) => areEqual(blocks[0] ?? samples, samples, frames));
      position += frames;
      return blockPeaks;
    },
    end: () => ({ span, peaks: [...peaks], over, same }),
  };
}

function findPeak(samples: Float64Array, frames: number): number {
  let peak = 0;
  for (let i = 0; i < frames; i++) {
    const size = Math.abs(samples[i] ?? 0);
    if (size > peak) peak = size;
  }
  return peak;
}

function firstAtLeast(samples: Float64Array, frames: number, level: number): number {
  for (let i = 0; i < frames; i++) if (Math.abs(samples[i] ?? 0) >= level) return i;
  return frames;
}

function lastAtLeast(samples: Float64Array, frames: number, level: number): number {
  for (let i = frames - 1; i >= 0; i--) if (Math.abs(samples[i] ?? 0) >= level) return i;
  return -1;
}

function countOver(samples: Float64Array, frames: number): number {
  let count = 0;
  for (let i = 0; i < frames; i++) if (Math.abs(samples[i] ?? 0) > 1) count += 1;
  return count;
}

function areEqual(left: Float64Array, right: Float64Array, frames: number): boolean {
  if (left === right) return true;
  for (let i = 0; i < frames; i++) {
    if (Math.abs((left[i] ?? 0) - (right[i] ?? 0)) > EQUAL) return false;
  }
  return true;
}
