import type { WavFormat } from "./wav-format";

/** Places are in frames from the start of the audio. */
export interface Clipping {
  /** How often RUN or more samples of a channel in a row sit at or over full scale. */
  runs: number;
  /** Samples in those runs. */
  samples: number;
  /** Where the earliest run starts; undefined without one. */
  first?: number;
}

export interface ClippingMeter {
  /** `peaks` holds the block's highest level per channel: quiet blocks are not searched. */
  push(channels: readonly Float64Array[], frames: number, peaks: Float64Array): void;
  end(): Clipping;
}

/** One or two samples at full scale are how a loud master touches the ceiling; three are a flat top. */
const RUN = 3;

/**
 * The level at and above which a sample sits at full scale: the largest positive one the format can
 * store. Steps finer than 16 bit do not count, so that a 16-bit master kept in 24 bit or float is
 * judged alike.
 */
export function fullScale({ format, validBits }: Pick<WavFormat, "format" | "validBits">): number {
  if (format === "alaw") return 32_256 / 32_768;
  if (format === "mulaw") return 32_124 / 32_768;
  return 1 - 2 ** (1 - (format === "float" ? 16 : Math.min(validBits, 16)));
}

/** Finds flat tops: runs of three or more samples at full scale, in each channel by itself. */
export function openClipping(channels: number, full: number): ClippingMeter {
  const runs = new Float64Array(channels);
  const found: Clipping = { runs: 0, samples: 0 };
  let position = 0;

  function endRun(run: number, end: number) {
    if (run < RUN) return;
    found.runs += 1;
    found.samples += run;
    const start = end - run;
    if (found.first === undefined || start < found.first) found.first = start;
  }

  /** Ends the runs of a channel's block; returns the one still open. */
  function search(samples: Float64Array, frames: number, open: number): number {
    let run = open;
    for (let i = 0; i < frames; i++) {
      if (Math.abs(samples[i] ?? 0) >= full) run += 1;
      else if (run > 0) {
        endRun(run, position + i);
        run = 0;
      }
    }
    return run;
  }

  return {
    push(blocks, frames, peaks) {
      for (const [channel, samples] of blocks.entries()) {
        const open = runs[channel] ?? 0;
        if (open === 0 && (peaks[channel] ?? 0) < full) continue;
        runs[channel] = search(samples, frames, open);
      }
      position += frames;
    },
    end() {
      for (const run of runs) endRun(run, position);
      runs.fill(0);
      return found;
    },
  };
}
