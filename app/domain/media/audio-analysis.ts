import type { AudioFindings } from "./audio-findings";
import { createFingerprint } from "./audio-fingerprint";
import { createLevelMeter, SILENCE } from "./level-meter";
import { channelWeights, createLoudnessMeter } from "./loudness";
import { createSampleDecoder, MAX_CHANNELS } from "./sample-decoder";
import { createPlacesMeter } from "./sound-places";
import { createTruePeakMeter } from "./true-peak";
import type { WavFormat } from "./wav-format";
import type { WavInfo } from "./wav-header";
import { createWaveformMeter } from "./waveform";

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
const MIN_RUN = 3;

/**
 * The level from which a sample is at full scale: the largest positive one of the format. Steps finer
 * than 16 bit do not count, so that a 16-bit master stored as 24 bit or float is rated alike.
 */
export function fullScale({ format, validBits }: Pick<WavFormat, "format" | "validBits">): number {
  if (format === "alaw") return 32_256 / 32_768;
  if (format === "mulaw") return 32_124 / 32_768;
  return 1 - 2 ** (1 - (format === "float" ? 16 : Math.min(validBits, 16)));
}

/**
 * Finds runs of three or more samples at full scale, per channel.
 * @param onRun gets each run, from its first frame to the one behind its last.
 */
export function createClippingMeter(
  channels: number,
  fullScaleLevel: number,
  onRun: (from: number, to: number) => void = () => {},
): ClippingMeter {
  const runs = new Float64Array(channels);
  const clipping: Clipping = { runs: 0, samples: 0 };
  let position = 0;

  function endRun(run: number, end: number) {
    if (run < MIN_RUN) return;
    clipping.runs += 1;
    clipping.samples += run;
    onRun(end - run, end);
    const start = end - run;
    if (clipping.first === undefined || start < clipping.first) clipping.first = start;
  }

  /** Ends the runs of a channel's block; returns the one still open. */
  function search(samples: Float64Array, frames: number, openRun: number): number {
    let run = openRun;
    for (let i = 0; i < frames; i++) {
      if (Math.abs(samples[i] ?? 0) >= fullScaleLevel) run += 1;
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
        const openRun = runs[channel] ?? 0;
        if (openRun === 0 && (peaks[channel] ?? 0) < fullScaleLevel) continue;
        runs[channel] = search(samples, frames, openRun);
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
 * `dataOffset` of 0. Needs about 1 MB, and 10 bytes more per 100 ms of sound. Only the first 8 channels
 * are analyzed.
 */
export function createAudioAnalysis(wav: WavInfo): AudioAnalysis {
  const channels = Math.min(wav.channels, MAX_CHANNELS);
  const fingerprint = createFingerprint(wav);
  const levelMeter = createLevelMeter(channels);
  const places = createPlacesMeter(wav, SILENCE);
  const clipping = createClippingMeter(channels, fullScale(wav), places.clipped);
  const truePeak = createTruePeakMeter(channels);
  const waveform = createWaveformMeter(wav.frames);
  const loudness = createLoudnessMeter(wav.sampleRate, channelWeights(wav, channels));
  const audioEnd = wav.dataOffset + wav.frames * wav.blockAlign;
  let position = 0;
  let frames = 0;

  const decoder = createSampleDecoder(
    wav,
    (blocks, count) => {
      const peaks = levelMeter.push(blocks, count);
      clipping.push(blocks, count, peaks);
      places.push(blocks, count, peaks);
      waveform.push(blocks, count, peaks);
      loudness.push(blocks, count);
      for (const [channel, samples] of blocks.entries()) truePeak.push(channel, samples, count);
      frames += count;
    },
    { channels },
  );

  return {
    push(bytes) {
      const audioStart = Math.max(0, wav.dataOffset - position);
      const audioStop = Math.min(bytes.length, audioEnd - position);
      position += bytes.length;
      if (audioStart >= audioStop) return;
      const audio = bytes.subarray(audioStart, audioStop);
      fingerprint.push(audio);
      decoder.push(audio);
    },
    end() {
      decoder.end();
      const { span, peaks, over, same } = levelMeter.end();
      const { runs, samples, first } = clipping.end();
      const toSeconds = (frame: number | undefined) =>
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
        clipping: { runs, samples, first: toSeconds(first) },
        over: { samples: over.samples, first: toSeconds(over.first) },
        unusable: decoder.unusable(),
        silence: span
          ? { head: span.first / wav.sampleRate, tail: (frames - 1 - span.last) / wav.sampleRate }
          : { head: seconds, tail: seconds },
        places: places.end(),
        same: same && span !== undefined,
        silentChannels: span ? findSilentChannels(peaks) : [],
        waveform: waveform.end(),
      };
    },
  };
}

function findSilentChannels(peaks: number[]): number[] {
  return peaks.flatMap((peak, channel) => (peak < SILENCE ? [channel] : []));
}

function decibels(level: number): number | null {
  return level > 0 ? 20 * Math.log10(level) : null;
}
