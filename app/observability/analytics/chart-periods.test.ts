import { expect, test } from "vitest";
import { periodAt, periodsOf } from "./chart-periods";

const now = new Date("2026-11-23T12:34:56.000Z");

test.each([
  [1, "2026-11-23T11:30:00.000Z", "2026-11-23T12:30:00.000Z", 7],
  [24, "2026-11-22T12:00:00.000Z", "2026-11-23T12:00:00.000Z", 25],
  [168, "2026-11-16T12:00:00.000Z", "2026-11-23T12:00:00.000Z", 29],
] as const)("a window of %d hours is covered by its periods", (hours, first, last, count) => {
  const { begins } = periodsOf(hours, now);
  expect([begins[0], begins.at(-1), begins.length]).toEqual([first, last, count]);
});

test("a time is in one period, or in none", () => {
  const periods = periodsOf(24, now);
  expect(periodAt(periods, "2026-11-22T12:00:00.000Z")).toBe(0);
  expect(periodAt(periods, "2026-11-23T11:59:59.999Z")).toBe(23);
  expect(periodAt(periods, now.toISOString())).toBe(24);
  expect(periodAt(periods, "2026-11-22T11:59:59.999Z")).toBe(undefined);
  expect(periodAt(periods, "2027-11-23T12:00:00.000Z")).toBe(undefined);
});
