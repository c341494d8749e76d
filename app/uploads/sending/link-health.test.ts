import { expect, test } from "vitest";
import { openLinkHealth } from "./link-health";

const FAST = 400;
const SLOW = 20_000;

test("a link without cuts takes whole parts", () => {
  const health = openLinkHealth();
  health.carries(0);
  expect(health.inPieces(0, SLOW)).toBe(false);
  expect(health.inPieces(600_000, SLOW)).toBe(false);
  expect(health.gapMs()).toBeUndefined();
});

test("two failures of one part lead to pieces, however fast the link", () => {
  const health = openLinkHealth();
  health.carries(0);
  health.cut(500_000, FAST, 1);
  expect(health.inPieces(500_000, FAST)).toBe(false);
  health.cut(500_050, FAST, 2);
  expect(health.inPieces(500_060, FAST)).toBe(true);
});

test("a cut that comes before a few parts have passed leads to pieces", () => {
  const health = openLinkHealth();
  health.carries(0);
  health.cut(30_000, SLOW, 1);
  expect(health.inPieces(30_000, SLOW)).toBe(true);
  expect(health.gapMs()).toBe(30_000);
});

test("lanes that break together are one cut", () => {
  const health = openLinkHealth();
  health.carries(0);
  for (const at of [40_000, 40_010, 40_400]) health.cut(at, FAST, 1);
  expect(health.gapMs()).toBe(40_000);
});

test("after a clean stretch parts go whole again, which is longer than the link lasted of late", () => {
  const health = openLinkHealth();
  health.carries(0);
  health.cut(25_000, 5_000, 1);
  health.carries(26_000);
  expect(health.inPieces(26_000 + 49_000, 5_000)).toBe(true);
  expect(health.inPieces(26_000 + 50_000, 5_000)).toBe(false);
});

test("a link that is cut every 61 s does not go to and fro where a part takes 56 s", () => {
  const health = openLinkHealth();
  let at = 0;
  for (let cut = 0; cut < 10; cut++) {
    health.carries(at);
    at += 61_000;
    if (cut > 0) expect(health.inPieces(at - 1, 56_000)).toBe(true);
    health.cut(at, 56_000, 1);
  }
});

test("time without any connection is no clean stretch", () => {
  const health = openLinkHealth();
  health.carries(0);
  health.cut(10_000, SLOW, 2);
  expect(health.inPieces(900_000, SLOW)).toBe(true);
});
