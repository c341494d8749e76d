import { expect, test } from "vitest";
import { sweepSilentSince } from "./sweep-silence";

const lastSweepAt = "2026-11-25T12:00:00.000Z";
const minutesLater = (minutes: number) => new Date(Date.parse(lastSweepAt) + minutes * 60_000);

test("the sweep is silent once its last end is as old as the setting says", () => {
  expect(sweepSilentSince(lastSweepAt, 15, minutesLater(14))).toBeUndefined();
  expect(sweepSilentSince(lastSweepAt, 15, minutesLater(15))).toBe(lastSweepAt);
  expect(sweepSilentSince(lastSweepAt, 15, minutesLater(4 * 24 * 60))).toBe(lastSweepAt);
  expect(sweepSilentSince(lastSweepAt, 60, minutesLater(59))).toBeUndefined();
});

test("it is never silent where that is switched off, nor where no sweep was ever recorded", () => {
  expect(sweepSilentSince(lastSweepAt, 0, minutesLater(9_999))).toBeUndefined();
  expect(sweepSilentSince(undefined, 15, minutesLater(9_999))).toBeUndefined();
});
