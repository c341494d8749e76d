import fc from "fast-check";
import { expect, test } from "vitest";
import { curveScore, performanceScore, scoredVitals, trendOf } from "./performance.server";

/** From Lighthouse's scoring calculator for phones, version 10 and later. */
const publishedCurves = {
  fcp: { p10: 1_800, median: 3_000 },
  lcp: { p10: 2_500, median: 4_000 },
  cls: { p10: 0.1, median: 0.25 },
  tbt: { p10: 200, median: 600 },
  si: { p10: 3_387, median: 5_800 },
};

test("the curves that we use are the published ones", () => {
  for (const name of ["lcp", "fcp", "cls"] as const)
    expect(scoredVitals[name].curve).toEqual(publishedCurves[name]);
});

test.each(Object.entries(publishedCurves))(
  "%s scores 0.9 at its tenth percentile, 0.5 at its median",
  (_, curve) => {
    expect(curveScore(curve, curve.p10)).toBeCloseTo(0.9, 6);
    expect(curveScore(curve, curve.median)).toBeCloseTo(0.5, 6);
  },
);

/* Points from Lighthouse's own test of its curves. */
test.each([
  [0, 1],
  [1_000, 1],
  [2_500, 0.98],
  [5_000, 0.77],
  [7_500, 0.48],
  [10_000, 0.27],
  [30_000, 0],
])("on the curve through 3,785 and 7,300, %d scores %d", (figure, score) => {
  expect(Math.abs(curveScore({ p10: 3_785, median: 7_300 }, figure) - score)).toBeLessThan(0.01);
});

test("a score lies between 0 and 1 and falls as its figure grows, whatever the curve", () => {
  const positive = fc.double({ min: 0.001, max: 60_000, noNaN: true });
  fc.assert(
    fc.property(positive, positive, fc.double({ min: 1.01, max: 9, noNaN: true }), (a, p10, by) => {
      const curve = { p10, median: p10 * by };
      const [score, worse] = [curveScore(curve, a), curveScore(curve, a * 1.5)];
      expect(score).toBeGreaterThanOrEqual(-1e-7);
      expect(score).toBeLessThanOrEqual(1 + 1e-7);
      expect(worse).toBeLessThanOrEqual(score + 1e-6);
    }),
  );
});

test("visitors' figures have Lighthouse's weights: 25 to 10 to 25", () => {
  expect(performanceScore({ lcp: 2_500, fcp: 1_800, cls: 0.1 })).toBe(90);
  expect(performanceScore({ lcp: 4_000, fcp: 3_000, cls: 0.25 })).toBe(50);
  expect(performanceScore({ lcp: 1, fcp: 60_000, cls: 0 })).toBe(83);
  expect(performanceScore({ lcp: 60_000, fcp: 1, cls: 0 })).toBe(58);
});

test("a missing figure leaves its weight to the rest; without any there is no score", () => {
  expect(performanceScore({ lcp: null, fcp: 1_800, cls: null })).toBe(90);
  expect(performanceScore({ lcp: null, fcp: null, cls: null })).toBe(null);
});

test.each([
  [90, 86, "improving"],
  [90, 87, "improving"],
  [90, 88, "stable"],
  [87, 90, "declining"],
  [null, 90, "stable"],
  [90, null, "stable"],
] as const)("a score of %s against %s on average is %s", (now, average, trend) => {
  expect(trendOf(now, average)).toBe(trend);
});
