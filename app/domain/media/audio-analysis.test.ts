import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { wavBytes } from "../../../tests/fixtures/wav";
import { type Chunk, formatBody, riffBytes } from "../../../tests/fixtures/wav-chunks";
import { createAudioAnalysis } from "./audio-analysis";
import { type AudioFindings, audioFindingsSchema } from "./audio-findings";
import { bytesReader } from "./range-reader";
import { readWavHeader } from "./wav-header";

/** Reads a file's header, then analyzes it in pieces of `piece` bytes. */
async function analyze(file: Uint8Array, piece = 1 << 20): Promise<AudioFindings> {
  const header = await readWavHeader(bytesReader(file), file.length);
  if (!header.ok) throw new Error(header.reason);
  const analysis = createAudioAnalysis(header.wav);
  for (let at = 0; at < file.length; at += piece) analysis.push(file.subarray(at, at + piece));
  return v.parse(audioFindingsSchema, analysis.end());
}

const RATE = 48_000;

/** A stereo file of 32 bit floats from its two channels. */
function stereo(leftSamples: number[], right: number[], extras: Chunk[] = []): Uint8Array {
  const body = new Uint8Array(
    Float32Array.from(leftSamples.flatMap((value, at) => [value, right[at] ?? 0])).buffer,
  );
  const fmt = { id: "fmt ", body: formatBody({ tag: 3, channels: 2, sampleRate: RATE, bits: 32 }) };
  return riffBytes([fmt, ...extras, { id: "data", body }]);
}

const tone = (seconds: number, level: number, hertz = 1000) =>
  Array.from(
    { length: seconds * RATE },
    (_, n) => level * Math.sin((2 * Math.PI * hertz * n) / RATE),
  );

test("hears levels, loudness, silence at both ends and two channels", async () => {
  const sound = [...tone(0.5, 0), ...tone(1, 0.5), ...tone(0.25, 0)];
  const analysis = await analyze(
    stereo(
      sound,
      sound.map((value) => -value),
    ),
  );
  expect(analysis).toMatchObject({
    format: "float",
    channels: 2,
    sampleRate: RATE,
    bits: 32,
    seconds: 1.75,
    same: false,
    silentChannels: [],
    unusable: 0,
  });
  expect(analysis.peak).toBeCloseTo(-6.02, 2);
  expect(analysis.truePeak).toBeCloseTo(-6.0, 1);
  expect(analysis.loudness).toBeCloseTo(-6.6, 0);
  expect(analysis.silence.head).toBeCloseTo(0.5, 3);
  expect(analysis.silence.tail).toBeCloseTo(0.25, 3);
  expect(analysis.clipping).toEqual({ runs: 0, samples: 0, first: null });
  expect(analysis.over).toEqual({ samples: 0, first: null });
  // The tone goes from 0.5 s to 1.5 s of 1.75 s.
  expect(analysis.waveform.map((level) => level > 0).indexOf(true)).toBe(68);
  expect(analysis.waveform.slice(70, 200)).toEqual(Array.from({ length: 130 }, () => 50));
  expect(Math.max(...analysis.waveform.slice(207))).toBe(0);
});

test("hears clipping and where it starts", async () => {
  const sound = tone(1, 0.5).map((value, n) => (n >= 24_000 && n < 24_010 ? 1 : value));
  const analysis = await analyze(stereo(sound, sound));
  expect(analysis.clipping).toEqual({ runs: 2, samples: 20, first: 0.5 });
  expect(analysis.places).toEqual({ clipping: [[0.5, 0.6]], silence: [] });
});

test("finds where it is silent, also within", async () => {
  const sound = [...tone(0.5, 0.5), ...tone(2.5, 0), ...tone(0.5, 0.5), ...tone(2, 0)];
  const analysis = await analyze(stereo(sound, sound));
  expect(analysis.places?.silence).toEqual([
    [0.5, 3],
    [3.5, 5.5],
  ]);
});

test("finds floats over full scale, and skips samples that are no numbers", async () => {
  const sound = tone(0.5, 0.5);
  sound[12_000] = 2;
  sound[12_001] = Number.NaN;
  sound[12_002] = Number.POSITIVE_INFINITY;
  const analysis = await analyze(stereo(sound, tone(0.5, 0.25)));
  expect(analysis.over).toEqual({ samples: 1, first: 0.25 });
  expect(analysis.unusable).toBe(2);
  expect(analysis.peak).toBeCloseTo(6.02, 2);
  expect(Number.isFinite(analysis.loudness)).toBe(true);
});

test("hears mono in a stereo file, and a silent side", async () => {
  const sound = tone(0.5, 0.5);
  expect(await analyze(stereo(sound, sound))).toMatchObject({ same: true, silentChannels: [] });
  const nothing = sound.map(() => 0);
  expect(await analyze(stereo(nothing, sound))).toMatchObject({
    same: false,
    silentChannels: [0],
  });
});

test("silence has no levels, and no further findings", async () => {
  const nothing = tone(0.5, 0);
  expect(await analyze(stereo(nothing, nothing))).toMatchObject({
    peak: null,
    truePeak: null,
    loudness: null,
    silence: { head: 0.5, tail: 0.5 },
    same: false,
    silentChannels: [],
  });
});

const KINDS: [string, Parameters<typeof wavBytes>[0]][] = [
  ["8 bit", { bits: 8 }],
  ["16 bit mono", { bits: 16, channels: 1 }],
  ["24 bit", { bits: 24 }],
  ["24 in 32 bit, extensible", { bits: 32, validBits: 24, extensible: true }],
  ["float in RF64", { float: true, container: "RF64" }],
  ["double", { float: true, bits: 64 }],
  ["six channels", { channels: 6 }],
  ["ten channels", { channels: 10, bits: 16 }],
];

test.each(KINDS)(
  "the findings of %s do not depend on how the file is cut into pieces",
  async (_what, kind) => {
    const extra = { id: "LIST", body: new Uint8Array(333), position: "before-data" } as const;
    const behind = {
      id: "id3 ",
      body: new Uint8Array(501).fill(0x7f),
      position: "after-data",
    } as const;
    const file = wavBytes({ seconds: 0.5, extraChunks: [extra, behind], ...kind });
    const whole = await analyze(file);
    expect(whole.seconds).toBe(0.5);
    expect(whole.loudness).not.toBeNull();
    for (const piece of [1, 997, 4096]) expect(await analyze(file, piece)).toEqual(whole);
  },
);

test("the same sound has the same fingerprint whatever else is in the file", async () => {
  const tags = { id: "LIST", body: new Uint8Array(77), position: "before-fmt" } as const;
  const plain = await analyze(wavBytes({ seconds: 0.2 }));
  const taggedAnalysis = await analyze(
    wavBytes({ seconds: 0.2, extraChunks: [tags], extensible: true, container: "RF64" }),
  );
  const other = await analyze(wavBytes({ seconds: 0.2, seed: 2 }));
  expect(taggedAnalysis.fingerprint).toBe(plain.fingerprint);
  expect(other.fingerprint).not.toBe(plain.fingerprint);
});

test("analyzes a file that breaks off as far as it came", async () => {
  const file = wavBytes({ seconds: 1 });
  const header = await readWavHeader(bytesReader(file), file.length);
  if (!header.ok) throw new Error(header.reason);
  const analysis = createAudioAnalysis(header.wav);
  analysis.push(file.subarray(0, 44 + 24_000 * 6 + 5));
  expect(analysis.end()).toMatchObject({ seconds: 0.5 });
  expect(createAudioAnalysis(header.wav).end()).toMatchObject({ seconds: 0, peak: null });
});

test("random samples of any kind give complete findings", async () => {
  const layout = fc.constantFrom(
    ...([
      [1, 8],
      [1, 16],
      [1, 24],
      [1, 32],
      [3, 32],
      [3, 64],
      [6, 8],
      [7, 8],
    ] as const),
  );
  await fc.assert(
    fc.asyncProperty(
      layout,
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom(1_000, 8_000, 44_100, 768_000),
      fc.uint8Array({ minLength: 80, maxLength: 4000 }),
      async ([tag, bits], channels, sampleRate, body) => {
        const fmt = { id: "fmt ", body: formatBody({ tag, bits, channels, sampleRate }) };
        const analysis = await analyze(riffBytes([fmt, { id: "data", body }]), 777);
        for (const level of [analysis.peak, analysis.truePeak, analysis.loudness]) {
          expect(level === null || Number.isFinite(level)).toBe(true);
        }
        expect(analysis.truePeak ?? 0).toBeGreaterThanOrEqual(analysis.peak ?? 0);
      },
    ),
    { numRuns: 150 },
  );
});
