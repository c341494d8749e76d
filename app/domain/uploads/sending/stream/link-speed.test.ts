import fc from "fast-check";
import { expect, test } from "vitest";
import { createRateMeter } from "./link-speed";

test("nothing is known before anything has moved", () => {
  const rate = createRateMeter();
  rate.begin(0);
  expect(rate.shown()).toBeUndefined();
  expect(rate.carried()).toBeUndefined();
});

test("an even flow is measured as it is, by what has left and by what is acknowledged", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 10_000_000 }), (perSecond) => {
      const rate = createRateMeter();
      rate.begin(0);
      for (let at = 0; at <= 20_000; at += 500) rate.moved(at, (perSecond * at) / 1_000);
      for (let at = 2_000; at <= 20_000; at += 2_000) rate.acknowledged(at, perSecond * 2);
      expect(rate.shown()).toBeCloseTo(perSecond, 3);
      expect(rate.carried()).toBeCloseTo(perSecond, 3);
    }),
  );
});

test("a burst that only fills buffers does not count for decisions", () => {
  const rate = createRateMeter();
  rate.begin(0);
  rate.moved(0, 0);
  rate.moved(300, 4_000_000);
  rate.acknowledged(10_000, 500_000);
  expect(rate.carried()).toBe(50_000);
});

test("what has to go again after a cut is no negative speed", () => {
  const rate = createRateMeter();
  rate.begin(0);
  rate.moved(0, 0);
  rate.moved(1_000, 1_000_000);
  rate.moved(1_500, 200_000);
  rate.moved(2_500, 1_200_000);
  expect(rate.shown()).toBeCloseTo(1_000_000, 3);
});

test("time in which nothing was sent does not slow the rate", () => {
  const rate = createRateMeter();
  rate.begin(0);
  rate.acknowledged(1_000, 100_000);
  rate.begin(600_000);
  rate.acknowledged(601_000, 100_000);
  expect(rate.carried()).toBe(100_000);
});

test("the time left of a jumpy link is steady: it never leaps by half within a second", () => {
  // Bursts and stops as on a train: 3 s at full speed, 1.5 s of nothing, a trickle, and so on.
  const story = [1, 1, 1, 0, 0, 1, 0.02, 0.02, 1, 1, 0, 0, 0, 1];
  const rate = createRateMeter();
  rate.begin(0);
  let total = 0;
  const remainingTimes: number[] = [];
  const leaps: number[] = [];
  for (let at = 0; at <= 240_000; at += 250) {
    total += 50_000 * 0.25 * (story[Math.floor(at / 1_000) % story.length] ?? 0);
    rate.moved(at, total);
    const steady = rate.steady();
    if (at < 15_000 || steady === undefined) continue;
    remainingTimes.push((19e6 - total) / steady);
    const [now = 0, before = now] = [remainingTimes.at(-1), remainingTimes.at(-5)];
    leaps.push(Math.max(now / before, before / now));
  }
  expect(remainingTimes.length).toBeGreaterThan(800);
  expect(Math.max(...leaps)).toBeLessThan(1.5);
});

test("a long stop leaves the speed that the time left is told by as it was", () => {
  const rate = createRateMeter();
  rate.begin(0);
  for (let at = 0; at <= 60_000; at += 500) rate.moved(at, at * 50);
  rate.moved(660_000, 60_000 * 50 + 100);
  expect(rate.steady()).toBeGreaterThan(40_000);
});
