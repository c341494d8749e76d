import fc from "fast-check";
import { expect, test } from "vitest";
import { coveredMs } from "./uploading-time.server";

test.each([
  ["nothing", [], 0],
  ["one stretch", [[10, 40]], 30],
  [
    "two side by side",
    [
      [0, 10],
      [20, 25],
    ],
    15,
  ],
  [
    "two that overlap",
    [
      [20, 50],
      [0, 30],
    ],
    50,
  ],
  [
    "one inside another",
    [
      [0, 100],
      [10, 20],
    ],
    100,
  ],
  [
    "two that touch",
    [
      [0, 10],
      [10, 20],
    ],
    20,
  ],
  [
    "one that ends before it starts",
    [
      [50, 10],
      [0, 5],
    ],
    5,
  ],
] as [string, [number, number][], number][])("%s cover their time once", (_, pairs, ms) => {
  expect(coveredMs(pairs.map(([from, to]) => ({ from, to })))).toBe(ms);
});

test("every millisecond counts once if any interval covers it, in any order", () => {
  const stretch = fc.record({ from: fc.nat({ max: 60 }), to: fc.nat({ max: 60 }) });
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 8 }), (stretches) => {
      const moments = Array.from({ length: 60 }, (_, at) => at);
      const coveredMoments = moments.filter((at) =>
        stretches.some(({ from, to }) => from <= at && at < to),
      );
      expect(coveredMs(stretches)).toBe(coveredMoments.length);
    }),
  );
});
