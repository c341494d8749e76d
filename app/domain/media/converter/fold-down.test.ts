import { expect, test } from "vitest";
import { convertClip, convertToFloats } from "../../../../tests/support/clip-release";
import { floatTrack } from "../../../../tests/support/test-files";
import { foldDown } from "./fold-down";

const LESS = Math.SQRT1_2;
const gains = (channels: number, channelMask?: number) =>
  foldDown({ channels, channelMask }).map(({ channel, left, right }) => [channel, left, right]);
const sides = [
  [0, 1, 0],
  [1, 0, 1],
];

test.each([
  ["mono", 1, undefined, [[0, 1, 1]]],
  ["stereo", 2, undefined, sides],
  ["stereo, whatever its mask", 2, 0xc, sides],
  ["3.0", 3, undefined, [...sides, [2, LESS, LESS]]],
  ["2.1", 3, 0xb, sides],
  ["four, by custom quadro", 4, undefined, [...sides, [2, LESS, 0], [3, 0, LESS]]],
  ["3/1", 4, 0x107, [...sides, [2, LESS, LESS], [3, 0.5, 0.5]]],
  [
    "5.1, low frequencies left out",
    6,
    0x3f,
    [...sides, [2, LESS, LESS], [4, LESS, 0], [5, 0, LESS]],
  ],
  ["5.1 with sides", 6, 0x60f, [...sides, [2, LESS, LESS], [4, LESS, 0], [5, 0, LESS]]],
  ["more channels than speakers", 4, 0x3, sides],
  ["speakers nobody knows", 3, 0x40000000, sides],
  ["ten without a mask", 10, undefined, sides],
])("%s", (_, channels, mask, expectedGains) => {
  expect(gains(channels, mask)).toEqual(expectedGains);
});

test("levels are those of BS.775, turned down as a whole where they would overload", () => {
  const format = (level: number) => floatTrack(44_100, 100, (__, c) => (c === 3 ? 1 : level), 6);
  expect(convertToFloats(format(0.25))[50]).toBeCloseTo(0.25 * (1 + LESS + LESS), 12);
  expect(convertClip(format(1)).samples[50]).toBe(32_767);
  const half = convertClip(format(1), { gain: 0.25 }).samples[50] ?? 0;
  expect(Math.abs(half - 8_192 * (1 + 2 * LESS))).toBeLessThan(2);
});
