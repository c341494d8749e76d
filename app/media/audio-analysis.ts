import type { AudioFindings } from "./audio-findings";
import { openFingerprint } from "./audio-fingerprint";
import { channelWeights } from "./channel-weights";
import { fullScale, openClipping } from "./clipping";
import { openLoudness } from "./loudness";
import { MOST_CHANNELS, openSampleDecoder } from "./sample-decoder";
import { openSounding, SILENCE } from "./sounding";
import { openTruePeak } from "./true-peak";
import type { WavInfo } from "./wav-header";
import { openWaveform } from "./waveform";

export interface AudioAnalysis {
  /** The next bytes of the file, from its very first on, cut anywhere. They are not kept. */
  push(bytes: Uint8Array): void;
  /** Call once, behind the last bytes. A file that broke off is judged by what came of it. */
  end(): AudioFindings;
}

/**
 * Listens to a whole WAV file as its bytes come by. What `readWavHeader` found says where in the
 * file the audio is; for audio alone, push with a `dataOffset` of 0. Needs about 1 MB, and 8 bytes
 * more per 100 ms of sound. Of more than 8 channels the first 8 are listened to.
 */
export function openAnalysis(wav: WavInfo): AudioAnalysis {
  const channels = Math.min(wav.channels, MOST_CHANNELS);
  const fingerprint = openFingerprint(wav);
  const sounding = openSounding(channels);
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
