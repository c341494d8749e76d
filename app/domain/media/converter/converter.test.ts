import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertClip, convertToFloats, type Track } from "../../../../tests/support/clip-release";
import {
  floatTrack,
  measureTone,
  soundLevel,
  toneSignal,
} from "../../../../tests/support/test-files";
import type { WavFormat } from "../wav-format";
import { clipFrames } from "./rate-plan";

const RATES = [8000, 11_025, 16_000, 22_050, 32_000, 37_800, 44_056, 47_952, 48_000, 50_000];
const HIGH_RATES = [64_000, 88_200, 96_000, 100_003, 176_400, 192_000, 352_800, 384_000];

/** The end of the pass band. */
const limit = (rate: number) => Math.min(44_100, rate) / 2;

describe.each([...RATES, ...HIGH_RATES])("from %d Hz", (rate) => {
  const track = (hertz: number) => floatTrack(rate, Math.ceil(rate * 0.5), toneSignal(hertz, 0.8));

  test("a tone keeps its level and stays clean, low and high", () => {
    for (const hertz of [1000, Math.round(limit(rate) * 0.9)]) {
      const { level, rest } = measureTone(convertToFloats(track(hertz)), hertz);
      expect(20 * Math.log10(level / 0.8)).toBeCloseTo(0, 4);
      expect(rest).toBeLessThan(-150);
    }
  });

  test("frequencies above the clip's range are removed", () => {
    for (const hertz of [22_060, rate * 0.45].filter(
      (frequency) => frequency > 22_050 && frequency < rate / 2,
    ))
      expect(soundLevel(convertToFloats(track(hertz)))).toBeLessThan(-145);
  });

  test("the clip has as many frames as its stretch of the track lasts", () => {
    for (const frames of [rate, rate + 1, rate - 1, 1, 17])
      expect(convertClip(floatTrack(rate, frames, toneSignal(440, 0.1))).bytes.length).toBe(
        4 * clipFrames(frames, rate),
      );
  });
});

test("a stretch sounds as it does in the whole track, from its first frame on", () => {
  for (const rate of [48_000, 96_000, 47_952, 22_050]) {
    const track = floatTrack(rate, rate * 3, toneSignal(997, 0.5));
    const whole = convertToFloats(track).subarray(44_100, 88_200);
    const part = convertToFloats(track, { from: rate, to: rate * 2 });
    expect(part.length).toBe(44_100);
    const differences = whole.map((value, i) => value - (part[i] ?? 0));
    expect(soundLevel(differences, 0)).toBeLessThan(-150);
  }
});

const noise = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 32;
  };
};

test("the same clip gives the same bytes however its bytes came; another seed gives others", () => {
  const track = floatTrack(48_000, 20_000, noise(7));
  const clipRange = { from: 4_000, to: 15_000 };
  const { bytes } = convertClip(track, clipRange);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1 }), (pieces) => {
      expect(Buffer.compare(convertClip(track, { ...clipRange, pieces }).bytes, bytes)).toBe(0);
    }),
    { numRuns: 10 },
  );
  expect(Buffer.compare(convertClip(track, { ...clipRange, seed: [1, 3] }).bytes, bytes)).not.toBe(
    0,
  );
});

test("memory stays small whatever the rate, the channels and the length", () => {
  for (const rate of [8000, 47_952, 192_000, 384_000, 383_999])
    for (const channels of [1, 2, 8])
      expect(convertClip(floatTrack(rate, 60_000, () => 0, channels)).memory).toBeLessThan(
        12_000_000,
      );
});

test("dither is triangular: its error has the power of three roundings, whatever the signal", () => {
  for (const level of [0.3, 5.25]) {
    const track = floatTrack(44_100, 60_000, () => level / 32_768);
    const { samples } = convertClip(track);
    const errors = Float64Array.from(samples, (value) => value - level);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const power = errors.reduce((sum, error) => sum + error * error, 0) / errors.length;
    expect(mean).toBeCloseTo(0, 1);
    expect(power).toBeGreaterThan(0.235);
    expect(power).toBeLessThan(0.265);
    // Left and right are dithered independently.
    const both = samples
      .filter((_, i) => i % 2 === 0)
      .map((leftLevel, i) => leftLevel - (samples[2 * i + 1] ?? 0));
    expect(new Set(both).size).toBeGreaterThan(2);
  }
});

test("samples that are no numbers are silent and counted; what is too loud is held at full scale", () => {
  const track = floatTrack(44_100, 1_000, (seconds) => {
    const frame = Math.round(seconds * 44_100);
    return frame === 3
      ? Number.NaN
      : frame === 5
        ? Number.POSITIVE_INFINITY
        : frame > 500
          ? 1.5
          : 0;
  });
  const { samples, unusable, peak } = convertClip(track);
  expect(unusable).toBe(4);
  expect(peak).toBe(1.5);
  expect(Math.abs(samples[6] ?? 9)).toBeLessThan(3);
  expect([samples[1_500], samples[1_501]]).toEqual([32_767, 32_767]);
});

function pcm(bits: number, values: number[][], sampleRate = 44_100): Track {
  const channels = values[0]?.length ?? 1;
  const bytes = new Uint8Array((values.length * channels * bits) / 8);
  values.flat().forEach((value, i) => {
    for (let byte = 0; byte < bits / 8; byte++)
      bytes[(i * bits) / 8 + byte] = bits === 8 ? value + 128 : value >> (8 * byte);
  });
  const format: WavFormat = {
    format: "pcm",
    extensible: false,
    channels,
    sampleRate,
    bitsPerSample: bits,
    validBits: bits,
    blockAlign: (channels * bits) / 8,
  };
  return { format, bytes };
}

test.each([
  [
    "8 bit",
    pcm(8, [
      [1, -1],
      [127, -128],
    ]),
    [256, -256, 32_512, -32_768],
  ],
  ["16 bit mono", pcm(16, [[5], [-32_768]]), [5, 5, -32_768, -32_768]],
  ["8 bit mono", pcm(8, [[-3]]), [-768, -768]],
])("%s at 44.1 kHz is copied without dither", (_, track, expectedSamples) => {
  expect([...convertClip(track).samples]).toEqual(expectedSamples);
});

test.each(["alaw", "mulaw"] as const)("%s at 44.1 kHz is exact in 16 bits", (format) => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  const plain = { extensible: false, channels: 1, sampleRate: 44_100, bitsPerSample: 8 } as const;
  const track = { format: { ...plain, format, validBits: 8, blockAlign: 1 }, bytes };
  const { samples } = convertClip(track);
  const floats = convertToFloats(track);
  expect([...samples].filter((__, i) => i % 2 === 0)).toEqual(
    [...floats].map((value) => value * 32_768),
  );
});

test.each([16, 24, 32])("samples of %d bits come out at their level", (bits) => {
  const full = 2 ** (bits - 1);
  const track = pcm(
    bits,
    Array.from({ length: 3_000 }, () => [full / 2, -full / 4]),
    48_000,
  );
  const { samples } = convertClip(track);
  const middle = samples.length / 2 - ((samples.length / 2) % 2);
  expect(samples[middle]).toBeGreaterThan(16_380);
  expect(samples[middle]).toBeLessThan(16_388);
  expect(samples[middle + 1]).toBeGreaterThan(-8_196);
  expect(samples[middle + 1]).toBeLessThan(-8_188);
});
