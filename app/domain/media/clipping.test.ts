import fc from "fast-check";
import { expect, test } from "vitest";
import { createClippingMeter, fullScale } from "./audio-analysis";

const FULL = fullScale({ format: "pcm", validBits: 16 });

function measureClipping(channels: number[][], blockLength = 1000) {
  const meter = createClippingMeter(channels.length, FULL);
  const longest = Math.max(...channels.map((channel) => channel.length));
  for (let from = 0; from < longest; from += blockLength) {
    const blocks = channels.map((channel) =>
      Float64Array.from(channel.slice(from, from + blockLength)),
    );
    const peaks = blocks.map((block) => Math.max(0, ...block.map(Math.abs)));
    meter.push(blocks, blocks[0]?.length ?? 0, Float64Array.from(peaks));
  }
  return meter.end();
}

test("counts runs of three and more samples at full scale, and finds the first", () => {
  expect(measureClipping([[0, 1, 1, 1, 0, -1, -1, -1, -1, 0.5]])).toEqual({
    runs: 2,
    samples: 7,
    first: 1,
  });
});

test("leaves one or two in a row alone", () => {
  expect(measureClipping([[1, 0, 1, 1, 0, -1, -1, 0]])).toEqual({ runs: 0, samples: 0 });
});

test("looks at each channel by itself, and for the earliest place in all", () => {
  expect(
    measureClipping([
      [0, 0, 0, 1, 1, 1],
      [0, 1, 1, 1, 0, 0],
    ]),
  ).toEqual({ runs: 2, samples: 6, first: 1 });
  expect(
    measureClipping([
      [1, 0, 1],
      [0, 1, 0],
    ]),
  ).toEqual({ runs: 0, samples: 0 });
});

test("the findings do not depend on how the blocks are cut", () => {
  const level = fc.constantFrom(0, 0.5, 1, 1, 1, -1, 1.5);
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (samples, blockLength) => {
        expect(measureClipping([samples], blockLength)).toEqual(measureClipping([samples]));
      },
    ),
  );
});

test.each([
  ["16 bit", "pcm", 16, 32_767 / 32_768],
  ["24 bit, where a 16 bit master may be inside", "pcm", 24, 32_767 / 32_768],
  ["float", "float", 32, 32_767 / 32_768],
  ["8 bit", "pcm", 8, 127 / 128],
  ["12 valid bits", "pcm", 12, 2047 / 2048],
  ["A-law", "alaw", 8, 32_256 / 32_768],
  ["mu-law", "mulaw", 8, 32_124 / 32_768],
] as const)(
  "full scale of %s is its largest positive sample",
  (_what, format, validBits, level) => {
    expect(fullScale({ format, validBits })).toBe(level);
  },
);
