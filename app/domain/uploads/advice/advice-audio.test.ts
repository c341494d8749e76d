import * as v from "valibot";
import { expect, test } from "vitest";
import type { AudioFindings } from "~/domain/media/audio-findings";
import { audioAdvice } from "./advice";
import { type Advice, adviceSchema } from "./advice-shape";

const GOOD: AudioFindings = {
  format: "pcm",
  channels: 2,
  sampleRate: 48_000,
  bits: 24,
  seconds: 200,
  fingerprint: "a",
  peak: -1.2,
  truePeak: -1.04,
  loudness: -9.44,
  clipping: { runs: 0, samples: 0, first: null },
  over: { samples: 0, first: null },
  unusable: 0,
  silence: { head: 0.3, tail: 2 },
  same: false,
  silentChannels: [],
  waveform: [],
};

const LOUDNESS = "Integrated loudness: -9.4 LUFS";

test("a good master only gets its loudness", () => {
  expect(audioAdvice(GOOD)).toEqual([{ code: "loudness", text: LOUDNESS, tone: "note" }]);
});

const CASES: [string, Partial<AudioFindings>, string, Advice["tone"], string][] = [
  [
    "clipping",
    { clipping: { runs: 214, samples: 900, first: 62.4 }, truePeak: 1.2 },
    "clipping",
    "advice",
    "This track clips: 214 times three or more samples in a row sit at full scale, first at 1:02. Ask for a mix with more headroom, or lower the limiter's ceiling to -1 dB and export it again.",
  ],
  [
    "one clip in the second hour",
    { clipping: { runs: 1, samples: 3, first: 3605 } },
    "clipping",
    "advice",
    "This track clips: once three or more samples in a row sit at full scale, at 1:00:05. Ask for a mix with more headroom, or lower the limiter's ceiling to -1 dB and export it again.",
  ],
  [
    "floats over full scale",
    { over: { samples: 12, first: 0 }, clipping: { runs: 2, samples: 8, first: 0 }, peak: 2.34 },
    "over-full-scale",
    "advice",
    "This track goes 2.3 dB over full scale, first at 0:00. Nothing is lost in this file, but it will clip wherever it is played. Turn the mix down until it peaks at -1 dB and export it again.",
  ],
  [
    "a true peak above full scale",
    { truePeak: 0.44 },
    "true-peak",
    "advice",
    "True peak: +0.4 dBTP. Stores recommend -1 dBTP or lower, so that their compressed copies don't distort. If you can, lower the limiter's ceiling to -1 dB and export it again.",
  ],
  [
    "a true peak near full scale",
    { truePeak: -0.31 },
    "true-peak",
    "note",
    "True peak: -0.3 dBTP. Stores recommend -1 dBTP or lower, so that their compressed copies don't distort.",
  ],
  [
    "damaged samples",
    { unusable: 1234 },
    "damaged-samples",
    "advice",
    "1,234 samples in this file can't be played, which you usually hear as clicks. Export the track again and choose the new file.",
  ],
  [
    "one channel",
    { channels: 1 },
    "mono",
    "note",
    "This file is mono: it has one channel. If the track should be in stereo, export it in stereo.",
  ],
  [
    "six channels",
    { channels: 6, silentChannels: [3] },
    "many-channels",
    "advice",
    "This file has 6 channels. Stores take stereo: ask for a stereo mix and choose that file.",
  ],
  [
    "a silent left side",
    { silentChannels: [0] },
    "one-sided",
    "advice",
    "The left channel is silent: this track plays on the right side only. Check the panning or the export and choose the new file.",
  ],
  [
    "a silent right side",
    { silentChannels: [1] },
    "one-sided",
    "advice",
    "The right channel is silent: this track plays on the left side only. Check the panning or the export and choose the new file.",
  ],
  [
    "mono in stereo",
    { same: true },
    "mono-as-stereo",
    "advice",
    "Both channels hold the same sound, so this track plays in mono. If that's what you want, leave it; if not, export it in stereo.",
  ],
  [
    "a silent start",
    { silence: { head: 2.34, tail: 0 } },
    "silent-head",
    "advice",
    "This track starts with 2.3 seconds of silence. Unless you want it there, trim the start and export it again.",
  ],
  [
    "a silent end",
    { silence: { head: 0, tail: 12 } },
    "silent-tail",
    "advice",
    "This track ends with 12.0 seconds of silence. Unless you want it there, trim the end and export it again.",
  ],
  [
    "a low rate and few bits",
    { sampleRate: 22_050, bits: 8 },
    "low-resolution",
    "advice",
    "This file has a sample rate of 22.05 kHz and 8 bit samples, which is less than a CD (44.1 kHz, 16 bit). If the original recording has more, export from that; converting this file up would not make it better.",
  ],
  [
    "telephone sound",
    { format: "mulaw", bits: 8 },
    "low-resolution",
    "advice",
    "This file has telephone-quality samples, which is less than a CD (44.1 kHz, 16 bit). If the original recording has more, export from that; converting this file up would not make it better.",
  ],
];

test.each(CASES)("tells of %s", (_what, findings, code, tone, text) => {
  expect(audioAdvice({ ...GOOD, ...findings })).toEqual([
    { code, text, tone },
    { code: "loudness", text: LOUDNESS, tone: "note" },
  ]);
});

test("a silent file gets no other advice", () => {
  const silence = { head: 200, tail: 200 };
  const findings = { ...GOOD, silence, peak: null, truePeak: null, loudness: null, channels: 1 };
  expect(audioAdvice(findings).map((one) => one.code)).toEqual(["silent"]);
});

test.each([
  ["a true peak that rounds to what stores recommend", { truePeak: -0.96 }],
  ["CD quality", { sampleRate: 44_100, bits: 16 }],
  ["silences of usual length", { silence: { head: 2, tail: 5 } }],
])("has nothing to say against %s", (_what, findings) => {
  expect(audioAdvice({ ...GOOD, ...findings }).map((one) => one.code)).toEqual(["loudness"]);
});

test("says everything that is wrong at once, the worst first and each only once", () => {
  const advice = audioAdvice({
    ...GOOD,
    unusable: 1,
    clipping: { runs: 3, samples: 9, first: 1 },
    same: true,
    silence: { head: 9, tail: 9 },
    bits: 8,
  });
  expect(advice.map((one) => one.code)).toEqual([
    "damaged-samples",
    "clipping",
    "mono-as-stereo",
    "silent-head",
    "silent-tail",
    "low-resolution",
    "loudness",
  ]);
  for (const one of advice) expect(v.is(adviceSchema, one)).toBe(true);
});
