import type { AudioFindings } from "~/domain/media/audio-findings";

/** The analysis of a track in which nothing stands out. */
export const soundFindings: AudioFindings = {
  ...{ format: "pcm", channels: 2, sampleRate: 44_100, bits: 16, seconds: 100, fingerprint: "x" },
  ...{ peak: -3, truePeak: -2, loudness: -14, unusable: 0, same: false, silentChannels: [] },
  clipping: { runs: 0, samples: 0, first: null },
  over: { samples: 0, first: null },
  silence: { head: 0, tail: 0 },
  waveform: [],
};
