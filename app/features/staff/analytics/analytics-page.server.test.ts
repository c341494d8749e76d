import { expect, test } from "vitest";
import { timeWindows } from "~/observability/analytics/dashboard";
import { performanceOf } from "~/observability/analytics/performance.server";
import { periodsOf } from "~/observability/analytics/time-slots";
import type { Analytics } from "./analytics.server";
import { analyticsPage } from "./analytics-page.server";

const now = new Date("2026-11-25T13:20:00.000Z");

function page(hours: Analytics["hours"]) {
  const window = periodsOf(hours, now);
  const none = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  return analyticsPage({
    hours,
    now,
    window,
    checks: [],
    recent: [],
    figures: [],
    measured: [],
    split: undefined,
    health: { status: "healthy", uptime: 0, issues: [] },
    performance: performanceOf([], window),
    errors: { total: 0, byCategory: {}, periods: window.begins.map(() => none) },
    incidents: { open: [], over: [] },
  });
}

test.each(timeWindows)(
  "each period of $label has its own name, in the tables and on the axis",
  ({ hours }) => {
    const { performance, errors, axis } = page(hours);
    for (const rows of [performance.rows, errors.rows]) {
      const names = rows.map(({ period }) => period);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(new Set(axis).size).toBe(3);
  },
);

test("in a window of a day, the same hour of today and yesterday have different names", () => {
  const names = page(24).errors.rows.map(({ period }) => period);
  expect([names[0], names.at(-1)]).toEqual(["Nov 24, 13:00", "Nov 25, 13:00"]);
});
