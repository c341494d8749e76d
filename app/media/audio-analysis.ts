import type { AudioFindings } from "./audio-findings";
import { openFingerprint } from "./audio-fingerprint";
import { createLevelMeter, SILENCE } from "./level-meter";
import { channelWeights, openLoudness } from "./loudness";
import { MOST_CHANNELS, openSampleDecoder } from "./sample-decoder";
import { openTruePeak } from "./true-peak";
import type { WavFormat } from "./wav-format";
import type { WavInfo } from "./wav-header";
import { openWaveform } from "./waveform";

/** Places are in frames from the start of the audio. */
interface Clipping {
  /** Number of runs of at least RUN samples at full scale in a channel. */
  runs: number;
  /** Samples in those runs. */
  samples: number;
  /** Start of the earliest run. */
  first?: number;
}

interface ClippingMeter {
  /** `peaks` has the block's highest level per channel, so that quiet blocks are skipped. */
  push(channels: readonly Float64Array[], frames: number, peaks: Float64Array): void;
  end(): Clipping;
}

/** One or two samples at full scale are normal for a loud master; three are a flat top. */
const RUN = 3;

/**
 * The level from which a sample is at full scale: the largest positive one of the format. Steps finer than
 * 16 bit do not
 * count, so that a 16-bit master stored as 24 bit or float is rated alike.
 */
export function fullScale({ format, validBits }: Pick<WavFormat, "format" | "validBits">): number {
  if (format === "alaw") return 32_256 / 32_768;
  if (format === "mulaw") return 32_124 / 32_768;
  return 1 - 2 ** (1 - (format === "float" ? 16 : Math.min(validBits, 16)));
}

/** Finds runs of three or more samples at full scale, per channel. */
export function openClipping(channels: number, full: number): ClippingMeter {
  const runs = new Float64Array(channels);
  const clipping: Clipping = { runs: 0, samples: 0 };
  let position = 0;

  function endRun(run: number, end: number) {
    if (run < RUN) return;
    clipping.runs += 1;
    clipping.samples += run;
    const start = end - run;
    if (clipping.first === undefined || start < clipping.first) clipping.first = start;
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
      return clipping;
    },
  };
}

interface AudioAnalysis {
  /** The next bytes of the file, in pieces of any size. They are not kept. */
  push(bytes: Uint8Array): void;
  /** Call once after the last bytes; an incomplete file is analyzed as far as it came. */
  end(): AudioFindings;
}

/**
 * Analyzes a WAV file as its bytes arrive. `wav` says where the audio is; for audio alone, use a
 * `dataOffset` of 0. Needs
 * about 1 MB, and 8 bytes more per 100 ms of sound. Only the first 8 channels are analyzed.
 */
export function openAnalysis(wav: WavInfo): AudioAnalysis {
  const channels = Math.min(wav.channels, MOST_CHANNELS);
  const fingerprint = openFingerprint(wav);
  const sounding = createLevelMeter(channels);
  const clipping = openClipping(channels, fullScale(wav));
  const truePeak = openTruePeak(channels);
  const waveform = openWaveform(wav.frames);
  const loudness = openLoudness(wav.sampleRate, channelWeights(wav, channels));
  const audioEnd = wav.dataOffset + wav.frames * wav.blockAlign;
  let position = 0;
  let frames = 0;

  const decoder = openSampleDecoder(
    wav,
    (blocks, count) => {
      const peaks = sounding.push(blocks, count);
      clipping.push(blocks, count, peaks);
      waveform.push(blocks, count, peaks);
      loudness.push(blocks, count);
      for (const [channel, samples] of blocks.entries()) truePeak.push(channel, samples, count);
      frames += count;
    },
    { channels },
  );

  return {
    push(bytes) {
      const from = Math.max(0, wav.dataOffset - position);
      const to = Math.min(bytes.length, audioEnd - position);
      position += bytes.length;
      if (from >= to) return;
      const audio = bytes.subarray(from, to);
      fingerprint.push(audio);
      decoder.push(audio);
    },
    end() {
      decoder.end();
      const { span, peaks, over, same } = sounding.end();
      const { runs, samples, first } = clipping.end();
      const at = (frame: number | undefined) =>
        frame === undefined ? null : frame / wav.sampleRate;
      const seconds = frames / wav.sampleRate;
      return {
        format: wav.format,
        channels: wav.channels,
        sampleRate: wav.sampleRate,
        bits: wav.validBits,
        seconds,
        fingerprint: fingerprint.end(),
        peak: decibels(Math.max(0, ...peaks)),
        truePeak: decibels(truePeak.end()),
        loudness: loudness.end() ?? null,
        clipping: { runs, samples, first: at(first) },
        over: { samples: over.samples, first: at(over.first) },
        unusable: decoder.unusable(),
        silence: span
          ? { head: span.first / wav.sampleRate, tail: (frames - 1 - span.last) / wav.sampleRate }
          : { head: seconds, tail: seconds },
        same: same && span !== undefined,
        silentChannels: span ? silent(peaks) : [],
        waveform: waveform.end(),
      };
    },
  };
}

function silent(peaks: number[]): number[] {
  return peaks.flatMap((peak, channel) => (peak < SILENCE ? [channel] : []));
}

function decibels(level: number): number | null {
  return level > 0 ? 20 * Math.log10(level) : null;
}
