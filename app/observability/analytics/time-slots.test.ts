import { expect, test } from "vitest";
import {
  COARSE_ROLLUP,
  DAILY_ROLLUP,
  dueRollups,
  FINE_ROLLUP,
  longerSlot,
  periodAt,
  periodsOf,
  slotOf,
  slotsSince,
} from "./time-slots";

const now = new Date("2026-11-23T13:47:12.345Z");

test.each([
  [FINE_ROLLUP, "2026-11-23T13:40:00.000Z"],
  [COARSE_ROLLUP, "2026-11-23T13:00:00.000Z"],
  [DAILY_ROLLUP, "2026-11-23T00:00:00.000Z"],
])("counts are added to the current period", (plan, slot) => {
  expect(slotOf(now, plan)).toBe(slot);
});

test.each([
  [1, "2026-11-23T12:40:00.000Z"],
  [24, "2026-11-22T13:00:00.000Z"],
  [168, "2026-11-16T12:00:00.000Z"],
])("a window of %i hours is read from %s on", (hours, slot) => {
  expect(slotsSince(now, hours)).toBe(slot);
});

test("no period at the start of a window has been merged into one that begins before it", () => {
  for (const hours of [1, 24, 168]) {
    const since = slotsSince(now, hours);
    for (const { before, ms } of dueRollups(now, FINE_ROLLUP))
      if (since < before) expect(longerSlot(since, ms)).toBe(since);
  }
});

test("a week is about a hundred periods", () => {
  const [tens, hours] = dueRollups(now, FINE_ROLLUP);
  const age = (slot: string | undefined) => (now.getTime() - Date.parse(slot ?? "")) / 3_600_000;
  const periods = age(tens?.before) * 6 + age(hours?.before) + (168 - age(hours?.before)) / 6;
  expect(periods).toBeLessThan(125);
});

test("periods are joined once all of the longer one is old enough", () => {
  expect(dueRollups(now, FINE_ROLLUP)).toEqual([
    { before: "2026-11-23T10:00:00.000Z", ms: 3_600_000 },
    { before: "2026-11-20T12:00:00.000Z", ms: 21_600_000 },
    { before: "2026-11-08T00:00:00.000Z", ms: 86_400_000 },
  ]);
  expect(dueRollups(now, DAILY_ROLLUP)).toEqual([]);
});

const queriedAt = new Date("2026-11-23T12:34:56.000Z");

test.each([
  [1, "2026-11-23T11:30:00.000Z", "2026-11-23T12:30:00.000Z", 7],
  [24, "2026-11-22T12:00:00.000Z", "2026-11-23T12:00:00.000Z", 25],
  [168, "2026-11-16T12:00:00.000Z", "2026-11-23T12:00:00.000Z", 29],
] as const)("a window of %d hours is covered by its periods", (hours, first, last, count) => {
  const { begins } = periodsOf(hours, queriedAt);
  expect([begins[0], begins.at(-1), begins.length]).toEqual([first, last, count]);
});

test("a time is in one period, or in none", () => {
  const periods = periodsOf(24, queriedAt);
  expect(periodAt(periods, "2026-11-22T12:00:00.000Z")).toBe(0);
  expect(periodAt(periods, "2026-11-23T11:59:59.999Z")).toBe(23);
  expect(periodAt(periods, queriedAt.toISOString())).toBe(24);
  expect(periodAt(periods, "2026-11-22T11:59:59.999Z")).toBe(undefined);
  expect(periodAt(periods, "2027-11-23T12:00:00.000Z")).toBe(undefined);
});
