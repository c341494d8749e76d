import fc from "fast-check";
import { expect, test } from "vitest";
import { createNetworkHealth, createRateMeter } from "./network-health";

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

const FAST = 400;
const SLOW = 20_000;

test("a link without cuts takes whole parts", () => {
  const health = createNetworkHealth();
  health.carries(0);
  expect(health.inPieces(0, SLOW)).toBe(false);
  expect(health.inPieces(600_000, SLOW)).toBe(false);
  expect(health.lifeMs(600_000)).toBeUndefined();
});

test("two failures of one part lead to pieces, however fast the link", () => {
  const health = createNetworkHealth();
  health.carries(0);
  health.cut(500_000, FAST, 1);
  expect(health.inPieces(500_000, FAST)).toBe(false);
  health.cut(500_050, FAST, 2);
  expect(health.inPieces(500_060, FAST)).toBe(true);
});

test("a cut that comes before a few parts have passed leads to pieces", () => {
  const health = createNetworkHealth();
  health.carries(0);
  health.cut(30_000, SLOW, 1);
  expect(health.inPieces(30_000, SLOW)).toBe(true);
  expect(health.lifeMs(30_000)).toBe(30_000);
});

test("lanes that break together are one cut", () => {
  const health = createNetworkHealth();
  health.carries(0);
  for (const at of [40_000, 40_010, 40_400]) health.cut(at, FAST, 1);
  expect(health.lifeMs(40_400)).toBe(40_000);
});

test("after a clean stretch parts go whole again, which is longer than the link lasted of late", () => {
  const health = createNetworkHealth();
  health.carries(0);
  health.cut(25_000, 5_000, 1);
  health.carries(26_000);
  expect(health.inPieces(26_000 + 49_000, 5_000)).toBe(true);
  expect(health.inPieces(26_000 + 50_000, 5_000)).toBe(false);
});

test("a link that is cut every 61 s does not go to and fro where a part takes 56 s", () => {
  const health = createNetworkHealth();
  let at = 0;
  for (let cutIndex = 0; cutIndex < 10; cutIndex++) {
    health.carries(at);
    at += 61_000;
    if (cutIndex > 0) expect(health.inPieces(at - 1, 56_000)).toBe(true);
    health.cut(at, 56_000, 1);
  }
});

test("time without any connection is no clean stretch", () => {
  const health = createNetworkHealth();
  health.carries(0);
  health.cut(10_000, SLOW, 2);
  expect(health.inPieces(900_000, SLOW)).toBe(true);
});

test("a link that lasts longer than it did of late is taken for one that does", () => {
  const health = createNetworkHealth();
  health.carries(0);
  health.cut(10_000, FAST, 1);
  health.carries(11_000);
  expect(health.lifeMs(15_000)).toBe(10_000);
  expect(health.lifeMs(41_000)).toBe(30_000);
});
