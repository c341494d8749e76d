import * as v from "valibot";

/** More than a phone can display separately. */
export const WAVEFORM_BARS = 240;

/** The highest level of each of equal parts of a track, in whole percents of full scale. */
export const waveformSchema = v.array(v.pipe(v.number(), v.minValue(0), v.maxValue(100)));
export type Waveform = v.InferOutput<typeof waveformSchema>;

interface WaveformMeter {
  /** `peaks` is the block's highest level per channel. */
  push(channels: readonly Float64Array[], frames: number, peaks: Float64Array): void;
  /** Missing bars of an incomplete file are silent. */
  end(): Waveform;
}

/** @param frames of the whole track. */
export function createWaveformMeter(frames: number): WaveformMeter {
  const bars = new Float64Array(WAVEFORM_BARS);
  let position = 0;

  return {
    push(channels, count, peaks) {
      const end = position + count;
      for (let from = position; from < end; ) {
        const bar = Math.floor((from * WAVEFORM_BARS) / frames);
        const next = Math.max(from + 1, Math.ceil(((bar + 1) * frames) / WAVEFORM_BARS));
        const to = Math.min(end, next);
        // Most blocks are within one bar, and their peaks are known.
        const isOneBar = to - from === count;
        const level = isOneBar
          ? Math.max(...peaks)
          : highestLevel(channels, from - position, to - position);
        if (level > (bars[bar] ?? 0)) bars[bar] = level;
        from = to;
      }
      position = end;
    },
    end: () => [...bars].map((level) => Math.round(100 * Math.min(1, level))),
  };
}

function highestLevel(channels: readonly Float64Array[], from: number, to: number): number {
  let level = 0;
  for (const samples of channels)
    for (let i = from; i < to; i++) level = Math.max(level, Math.abs(samples[i] ?? 0));
  return level;
}
