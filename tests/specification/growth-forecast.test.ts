import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { firstMet, flowLimit, monthlyCost, stockLimit } from "../bench/growth-forecast";
import { readMeasured } from "../bench/growth-measured";
import { formatTime, growthParts, withGrowthParts } from "../bench/growth-tables";
import { PLAN_USD, PRICES } from "../bench/platform-limits";
import { readUsage, usedSince } from "../bench/read-usage";

const NEVER = Number.POSITIVE_INFINITY;
const NO_USE = { d1RowsRead: 0, d1RowsWritten: 0, r2ClassA: 0, r2ClassB: 0, r2Bytes: 0 };
const named = (name: string) => ({ name, lift: "" });

test("a limit on what comes within an hour is met at once or never", () => {
  const limit = flowLimit(named("uploads"), { limit: 3_000, each: 2, share: 0.1 });
  expect(limit.perDay).toBe(15_000);
  expect(limit.daysUntil(15_000)).toBe(NEVER);
  expect(limit.daysUntil(15_001)).toBe(0);
});

test("what piles up meets its limit by and by, unless it goes before", () => {
  expect(stockLimit(named("database"), { limit: 1_000, each: 2 }).daysUntil(10)).toBe(50);
  const expiringItems = { limit: 1_000, each: 2, keptDays: 40 };
  expect(stockLimit(named("items"), expiringItems).daysUntil(10)).toBe(NEVER);
  expect(stockLimit(named("items"), expiringItems).perDay).toBe(12.5);
});

test("of several limits that are met at once, the first is the one that holds the least", () => {
  const limits = [
    stockLimit(named("later"), { limit: 1_000, each: 1 }),
    flowLimit(named("wide"), { limit: 50, each: 1 }),
    flowLimit(named("narrow"), { limit: 20, each: 1 }),
  ];
  expect(firstMet(limits, 100)?.name).toBe("narrow");
  expect(firstMet(limits, 30)?.name).toBe("narrow");
  expect(firstMet(limits, 10)?.name).toBe("later");
  const notice = flowLimit({ ...named("notice"), isNotice: true }, { limit: 1, each: 1 });
  expect(firstMet([notice], 10)).toBeUndefined();
});

test("a month pays for all that is stored by its end, and for its own operations", () => {
  const { single } = readMeasured();
  const measured = {
    single: { ...single, r2Bytes: 1e9, r2ClassA: 100 },
    sweeps: { rowsRead: 0, rowsWritten: 0, rowsReadPerStored: 0 },
    copies: { perNew: NO_USE, perStored: NO_USE, each: NO_USE },
  };
  const cost = monthlyCost(measured, 1_000, { month: 2, hasCopies: false });
  // 60,000 GB are stored, of which 10 are included; 3 million operations, of which one is.
  expect(cost.get("r2Bytes")).toBeCloseTo((60_000 - 10) * PRICES.r2Bytes.usd);
  expect(cost.get("r2ClassA")).toBeCloseTo(2 * PRICES.r2ClassA.usd);
  expect(cost.get("plan")).toBe(PLAN_USD);
});

test("the daily copy stores every file twice and a week of tables, and reads all rows each day", () => {
  const { single } = readMeasured();
  const measured = {
    single: { ...single, r2Bytes: 1e9, r2ClassA: 0, d1RowsRead: 0 },
    sweeps: { rowsRead: 0, rowsWritten: 0, rowsReadPerStored: 0 },
    copies: {
      perNew: { ...NO_USE, r2ClassA: 1_000 },
      perStored: { ...NO_USE, d1RowsRead: 1e6, r2Bytes: 1e9 },
      each: { ...NO_USE, r2Bytes: 1e9 },
    },
  };
  const cost = monthlyCost(measured, 100, { month: 1 });
  // 3,000 files of a GB twice, and seven times as much and a GB of tables.
  expect(cost.get("r2Bytes")).toBeCloseTo((6_000 + 7 * 3_001 - 10) * PRICES.r2Bytes.usd);
  expect(cost.get("r2ClassA")).toBeCloseTo(2 * PRICES.r2ClassA.usd);
  expect(cost.get("d1RowsRead")).toBeCloseTo((90_000 - 25_000) * PRICES.d1RowsRead.usd);
});

test.each([
  [0.4, "at once"],
  [1, "1 day"],
  [59, "59 days"],
  [304.2, "10 months"],
  [800, "2 years"],
  [30 * 365, "never"],
  [NEVER, "never"],
])("%d days are %s", (days, text) => {
  expect(formatTime(days)).toBe(text);
});

test("what the workers print is added up, in all and by worker", () => {
  const before = readUsage(
    '{"metered":"site","requests":1}\n{"ts":"2026-01-01","event":"request"}',
  );
  const after = readUsage(
    '{"metered":"site","requests":3}\n[jobs] {"metered":"jobs","requests":2}\nnoise {',
  );
  expect(before.get("logLines")).toBe(1);
  expect(after.get("requests")).toBe(5);
  expect(after.get("jobs.requests")).toBe(2);
  expect(usedSince(before, after).get("site.requests")).toBe(2);
});

test("a page without a place for a part is refused", () => {
  expect(() => withGrowthParts("# Scale", { cost: "5 USD" })).toThrow('no place for "cost"');
});

test("the page on scale has what the kept figures, limits and prices give", () => {
  const page = readFileSync("docs/scale.md", "utf8");
  expect(withGrowthParts(page, growthParts(readMeasured()))).toBe(page);
});
