import fc from "fast-check";
import { expect, test } from "vitest";
import { createTruePeakMeter, PHASES } from "./true-peak";

const decibels = (level: number) => 20 * Math.log10(level);

function measureTruePeak(channels: number[][], blockLength = 4096): number {
  const meter = createTruePeakMeter(channels.length);
  for (const [channel, samples] of channels.entries()) {
    const line = Float64Array.from(samples);
    for (let from = 0; from < line.length; from += blockLength) {
      const block = line.subarray(from, from + blockLength);
      meter.push(channel, block, block.length);
    }
  }
  return meter.end();
}

/** All four phases at every position without shortcuts. */
function inFull(channels: number[][]): number {
  const { outer, inner } = PHASES;
  const phases: (readonly number[])[] = [outer, inner, [...inner].reverse(), [...outer].reverse()];
  let highest = 0;
  for (const samples of channels) {
    for (const sample of samples) highest = Math.max(highest, Math.abs(sample));
    for (let n = 0; n < samples.length + 11; n++) {
      for (const taps of phases) {
        const output = taps.reduce((sum, tap, k) => sum + tap * (samples[n - k] ?? 0), 0);
        highest = Math.max(highest, Math.abs(output));
      }
    }
  }
  return highest;
}

function sine(fraction: number, degrees: number, amplitude: number, length = 4800): number[] {
  const phase = (degrees * Math.PI) / 180;
  return Array.from(
    { length },
    (_, n) => amplitude * Math.sin((2 * Math.PI * n) / fraction + phase),
  );
}

// EBU Tech 3341, cases 15 to 19: allowed are 0.2 dB above and 0.4 dB below.
test.each([
  [15, sine(4, 0, 0.5), -6],
  [16, sine(4, 45, 0.5), -6],
  [17, sine(6, 60, 0.5), -6],
  [18, sine(8, 67.5, 0.5), -6],
  [19, sine(4, 45, 1.41), 3],
])("meets case %i: a sine whose samples miss its crests", (_case, samples, expectedDecibels) => {
  // Faded in, since a sine that starts at once really peaks higher.
  const fadedSine = samples.map(
    (value, n) => value * Math.min(1, n / 500, (samples.length - n) / 500),
  );
  const peak = decibels(measureTruePeak([fadedSine, fadedSine]));
  expect(peak).toBeLessThanOrEqual(expectedDecibels + 0.2);
  expect(peak).toBeGreaterThanOrEqual(expectedDecibels - 0.4);
});

test("is never below the highest sample", () => {
  expect(measureTruePeak([[0, 0, 1, 0, 0]])).toBe(1);
});

test("outputs after the last sample count", () => {
  expect(measureTruePeak([[0.7, 0.7]])).toBeGreaterThan(0.75);
});

test("silence has a peak of 0", () => {
  expect(measureTruePeak([[0, 0, 0]])).toBe(0);
});

const smooth = fc
  .record({
    hertz: fc.double({ min: 0.001, max: 3, noNaN: true }),
    length: fc.integer({ min: 1, max: 700 }),
  })
  .map(({ hertz, length }) => Array.from({ length }, (_, n) => Math.sin(n * hertz)));
const noise = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
  minLength: 1,
  maxLength: 500,
});
const square = fc
  .array(fc.tuple(fc.constantFrom(-1, 1, 0.98, -0.2), fc.integer({ min: 1, max: 30 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((runs) => runs.flatMap(([level, length]) => Array.from({ length }, () => level)));
const quiet = noise.map((samples) => samples.map((sample) => sample * 0.001));

test("skipping outputs by their bound never changes the result", () => {
  const passage = fc.oneof(smooth, noise, square, quiet);
  fc.assert(
    fc.property(
      fc.array(passage, { minLength: 1, maxLength: 4 }).map((passages) => passages.flat()),
      passage,
      fc.integer({ min: 1, max: 400 }),
      (first, second, blockLength) => {
        const channels = [first, second];
        expect(measureTruePeak(channels, blockLength)).toBeCloseTo(inFull(channels), 12);
      },
    ),
    { numRuns: 300 },
  );
});
