import { expect, test } from "vitest";
import { channelWeights, createLoudnessMeter, kWeighting } from "./loudness";

const BLOCK = 4096;
const CENTRE = 997;

interface Passage {
  seconds: number;
  /** Peak level in dBFS of each channel's sine; undefined is silence. */
  levels: (number | undefined)[];
}

/** Integrated loudness of a sequence of sine passages. */
function measureLoudness(passages: Passage[], weights = [1, 1], rate = 48_000, hertz = 1000) {
  const meter = createLoudnessMeter(rate, weights);
  const channels = weights.map(() => new Float64Array(BLOCK));
  const turn = (2 * Math.PI * hertz) / rate;
  let position = 0;
  for (const { seconds, levels } of passages) {
    const sizes = levels.map((level) => (level === undefined ? 0 : 10 ** (level / 20)));
    const end = position + Math.round(seconds * rate);
    while (position < end) {
      const frames = Math.min(BLOCK, end - position);
      for (let i = 0; i < frames; i++) {
        const value = Math.sin(turn * (position + i));
        for (let channel = 0; channel < sizes.length; channel++) {
          (channels[channel] ?? [])[i] = value * (sizes[channel] ?? 0);
        }
      }
      meter.push(channels, frames);
      position += frames;
    }
  }
  return meter.end();
}

test("gives the standard's own value for a sine at full scale in one channel and in two", () => {
  const one = measureLoudness([{ seconds: 3, levels: [0, undefined] }], [1, 1], 48_000, CENTRE);
  expect(one).toBeCloseTo(-3.01, 2);
  const both = measureLoudness([{ seconds: 3, levels: [0, 0] }], [1, 1], 48_000, CENTRE);
  expect(both).toBeCloseTo(0, 2);
});

test.each([8000, 11_025, 22_050, 32_000, 44_100, 47_952, 88_200, 96_000, 192_000])(
  "gives the same at %i Hz",
  (rate) => {
    const loudness = measureLoudness([{ seconds: 1.5, levels: [-20, -20] }], [1, 1], rate, CENTRE);
    expect(loudness ?? 0).toBeGreaterThan(-20.1);
    expect(loudness ?? 0).toBeLessThan(-19.9);
  },
);

const stereo = (seconds: number, level: number): Passage => ({ seconds, levels: [level, level] });

// EBU Tech 3341, cases 1 to 6: each within 0.1 LU.
const CASES: [string, Passage[], number, number[]?][] = [
  ["1: a steady sine", [stereo(20, -23)], -23],
  ["2: a quieter one", [stereo(20, -33)], -33],
  [
    "3: quiet ends, which the relative gate drops",
    [10, 60, 10].map((seconds, at) => stereo(seconds, at === 1 ? -23 : -36)),
    -23,
  ],
  [
    "4: ends below the absolute gate too",
    [stereo(10, -72), stereo(10, -36), stereo(60, -23), stereo(10, -36), stereo(10, -72)],
    -23,
  ],
  ["5: a louder middle", [stereo(20, -26), stereo(20.1, -20), stereo(20, -26)], -23],
  [
    "6: five channels",
    [{ seconds: 20, levels: [-28, -28, -24, -30, -30] }],
    -23,
    channelWeights({ channels: 5 }, 5),
  ],
];

test.each(CASES)("meets case %s", (_what, passages, expectedLoudness, weights) => {
  expect(
    Math.abs((measureLoudness(passages, weights) ?? 0) - expectedLoudness),
  ).toBeLessThanOrEqual(0.1);
});

test("silence, less than 400 ms, and unsupported rates have no loudness", () => {
  expect(measureLoudness([{ seconds: 2, levels: [undefined, undefined] }])).toBeUndefined();
  expect(measureLoudness([stereo(2, -75)])).toBeUndefined();
  expect(measureLoudness([stereo(0.39, -10)])).toBeUndefined();
  expect(measureLoudness([stereo(0.4, -10)])).toBeCloseTo(-10, 1);
  expect(measureLoudness([stereo(2, -10)], [1, 1], 4000)).toBeUndefined();
  expect(measureLoudness([stereo(1e-6, -10)], [1, 1], 4_000_000_000)).toBeUndefined();
});

test("gives the coefficients printed in the standard at 48 kHz", () => {
  const { shelf, highPass } = kWeighting(48_000);
  const coefficients = [
    1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585,
  ];
  for (const [at, value] of coefficients.entries()) expect(shelf[at]).toBeCloseTo(value, 9);
  expect(highPass[0]).toBeCloseTo(-1.99004745483398, 9);
  expect(highPass[1]).toBeCloseTo(0.99007225036621, 9);
});

/** A direct implementation of the standard: filters as difference equations, then the gates. */
function loudnessByTheBook(channels: Float64Array[]): number {
  const filteredChannels = channels.map((x) => {
    const y = new Float64Array(x.length);
    const z = new Float64Array(x.length);
    const at = (line: Float64Array, n: number) => line[n] ?? 0;
    for (let n = 0; n < x.length; n++) {
      y[n] =
        1.53512485958697 * at(x, n) -
        2.69169618940638 * at(x, n - 1) +
        1.19839281085285 * at(x, n - 2) +
        1.69065929318241 * at(y, n - 1) -
        0.73248077421585 * at(y, n - 2);
      z[n] =
        at(y, n) -
        2 * at(y, n - 1) +
        at(y, n - 2) +
        1.99004745483398 * at(z, n - 1) -
        0.99007225036621 * at(z, n - 2);
    }
    return z;
  });
  const energies: number[] = [];
  for (let from = 0; from + 19_200 <= (channels[0]?.length ?? 0); from += 4800) {
    const sums = filteredChannels.map((z) =>
      z.subarray(from, from + 19_200).reduce((sum, v) => sum + v * v, 0),
    );
    energies.push(sums.reduce((sum, one) => sum + one, 0) / 19_200);
  }
  const level = (energy: number) => -0.691 + 10 * Math.log10(energy);
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const audible = energies.filter((energy) => level(energy) > -70);
  return level(mean(audible.filter((energy) => level(energy) > level(mean(audible)) - 10)));
}

test("agrees with a direct implementation of the standard, for noise that swells and stops", () => {
  let seed = 1;
  const noise = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return seed / 2 ** 31;
  };
  const channels = [0.9, 0.3].map((gain) =>
    Float64Array.from({ length: 48_000 * 4 }, (_, n) =>
      n > 120_000 && n < 160_000 ? 0 : gain * noise() * Math.sin(n / 40_000) ** 2,
    ),
  );
  const meter = createLoudnessMeter(48_000, [1, 1]);
  for (let from = 0; from < 48_000 * 4; from += 1000) {
    meter.push(
      channels.map((channel) => channel.subarray(from, from + 1000)),
      1000,
    );
  }
  expect(meter.end()).toBeCloseTo(loudnessByTheBook(channels), 6);
});

test.each([
  ["mono", { channels: 1 }, [1]],
  ["stereo", { channels: 2 }, [1, 1]],
  ["four channels", { channels: 4 }, [1, 1, 1.41, 1.41]],
  ["5.1", { channels: 6 }, [1, 1, 1, 0, 1.41, 1.41]],
  [
    "5.1 with its surrounds at the sides",
    { channels: 6, channelMask: 0x60f },
    [1, 1, 1, 0, 1.41, 1.41],
  ],
  ["7.1", { channels: 8 }, [1, 1, 1, 0, 1, 1, 1.41, 1.41]],
  ["stereo with a low-frequency channel", { channels: 3, channelMask: 0xb }, [1, 1, 0]],
  ["channels without a place", { channels: 3, channelMask: 0x1 }, [1, 1, 1]],
])("weights %s as the standard does", (_what, format, weights) => {
  expect(channelWeights(format, weights.length)).toEqual(weights);
});
