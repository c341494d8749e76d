import { expect, test } from "vitest";
import { convertClip } from "../../../../tests/support/clip-release";
import type { WavFormat } from "../wav-format";
import { FADE_FRAMES } from "./finish";

/** A 44.1/16 stereo track with distinct samples. */
function track(frames: number, value = (i: number) => ((i * 7919) % 60_000) - 30_000) {
  const samples = Int16Array.from({ length: frames * 2 }, (_, i) => value(i));
  const format: WavFormat = {
    format: "pcm",
    extensible: false,
    channels: 2,
    sampleRate: 44_100,
    bitsPerSample: 16,
    validBits: 16,
    blockAlign: 4,
  };
  return { format, bytes: new Uint8Array(samples.buffer), samples };
}

test("a whole track is copied bit for bit", () => {
  const source = track(5_000);
  for (const pieces of [[262_144], [1, 3, 700]])
    expect(Buffer.compare(convertClip(source, { pieces }).bytes, source.bytes)).toBe(0);
});

test("a stretch is copied bit for bit but for the 5 ms at its cuts, which are faded", () => {
  const source = track(9_000);
  const { samples } = convertClip(source, { from: 1_000, to: 8_000, pieces: [1_001] });
  const same = source.samples.subarray(2_000, 16_000);
  const edge = FADE_FRAMES * 2;
  expect(samples.length).toBe(same.length);
  expect(samples.subarray(edge, -edge)).toEqual(same.subarray(edge, -edge));
  for (const i of [0, 1, samples.length - 2, samples.length - 1])
    expect(Math.abs(samples[i] ?? 99)).toBeLessThan(4);
  const halfway = FADE_FRAMES - 1;
  expect(Math.abs((samples[halfway] ?? 0) - (same[halfway] ?? 0) / 2)).toBeLessThan(400);
});

test("the track's own beginning and end are no cuts", () => {
  const source = track(4_000);
  const edge = FADE_FRAMES * 2;
  const first = convertClip(source, { to: 2_000 }).samples;
  expect(first.subarray(0, -edge)).toEqual(source.samples.subarray(0, 4_000 - edge));
  const last = convertClip(source, { from: 2_000 }).samples;
  expect(last.subarray(edge)).toEqual(source.samples.subarray(4_000 + edge));
});

test("a cut through silence is not touched", () => {
  const source = track(4_000, (i) => (i > 3_000 && i < 5_000 ? 20_000 : 2));
  const { samples } = convertClip(source, { from: 500, to: 3_500 });
  expect(samples).toEqual(source.samples.subarray(1_000, 7_000));
});

test("clips shorter than their fades come out whole", () => {
  const source = track(400);
  for (const frames of [1, 2, 3, 100])
    expect(convertClip(source, { from: 100, to: 100 + frames }).bytes.length).toBe(4 * frames);
});
