import fc from "fast-check";
import { expect, test } from "vitest";
import { openRate } from "./rate";

test("nothing is known before anything has moved", () => {
  const rate = openRate();
  rate.begin(0);
  expect(rate.shown()).toBeUndefined();
  expect(rate.carried()).toBeUndefined();
});

test("an even flow is measured as it is, by what has left and by what is acknowledged", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 10_000_000 }), (perSecond) => {
      const rate = openRate();
      rate.begin(0);
      for (let at = 0; at <= 20_000; at += 500) rate.moved(at, (perSecond * at) / 1_000);
      for (let at = 2_000; at <= 20_000; at += 2_000) rate.acknowledged(at, perSecond * 2);
      expect(rate.shown()).toBeCloseTo(perSecond, 3);
      expect(rate.carried()).toBeCloseTo(perSecond, 3);
    }),
  );
});

test("a burst that only fills buffers does not count for decisions", () => {
  const rate = openRate();
  rate.begin(0);
  rate.moved(0, 0);
  rate.moved(300, 4_000_000);
  rate.acknowledged(10_000, 500_000);
  expect(rate.carried()).toBe(50_000);
});

test("what has to go again after a cut is no negative speed", () => {
  const rate = openRate();
  rate.begin(0);
  rate.moved(0, 0);
  rate.moved(1_000, 1_000_000);
  rate.moved(1_500, 200_000);
  rate.moved(2_500, 1_200_000);
  expect(rate.shown()).toBeCloseTo(1_000_000, 3);
});

test("time in which nothing was sent does not slow the rate", () => {
  const rate = openRate();
  rate.begin(0);
  rate.acknowledged(1_000, 100_000);
  rate.begin(600_000);
  rate.acknowledged(601_000, 100_000);
  expect(rate.carried()).toBe(100_000);
});
