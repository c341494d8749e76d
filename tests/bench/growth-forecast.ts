import { KEPT_SNAPSHOTS } from "../../workers/backup/copy-progress";
import type { CopyUse, Measured } from "./growth-measured";
import { PLAN_USD, PRICES, type Price } from "./platform-limits";

/** Submissions a day that are forecast. */
export const VOLUMES = [10, 1_000, 100_000] as const;

/** What cannot be measured here. */
export const ASSUMED = {
  daysOfMonth: 30,
  /** The share of a day's submissions that comes within its busiest hour. */
  peakHourShare: 0.1,
  /** Drafts that are begun and given up, for each that is submitted. */
  abandonedDrafts: 1,
  /** The decision on a submission is written to the board, or read there where the board tells of it. */
  boardCallsOfDecision: 1,
  /** The month whose cost is told: what is stored has grown until its end. */
  month: 12,
};

/** A limit, and when a number of submissions a day meets it. */
export interface GrowthLimit {
  name: string;
  /** Submissions a day that it holds for good; Infinity where it is met by what piles up. */
  perDay: number;
  /** The day on which it is met, from 0; Infinity if never. */
  daysUntil: (perDay: number) => number;
  /** The change that lifts it. */
  lift: string;
  /** Whether staff are told, and nothing ends. */
  isNotice?: boolean;
}

type Described = Pick<GrowthLimit, "name" | "lift" | "isNotice">;

/** A limit on what comes within a day or its busiest hour. */
export function flowLimit(
  described: Described,
  { limit, each, share = 1, fromDay = 0 }: FlowAmounts,
): GrowthLimit {
  const perDay = each > 0 ? limit / (each * share) : Number.POSITIVE_INFINITY;
  const daysUntil = (volume: number) => (volume > perDay ? fromDay : Number.POSITIVE_INFINITY);
  return { ...described, perDay, daysUntil };
}

interface FlowAmounts {
  limit: number;
  /** What one submission takes of it. */
  each: number;
  /** The share of a day for which the limit is. */
  share?: number;
  /** The day on which it begins to matter. */
  fromDay?: number;
}

/** A limit on what piles up; `keptDays` is how long it counts. */
export function stockLimit(
  described: Described,
  { limit, each, keptDays = Number.POSITIVE_INFINITY }: StockAmounts,
): GrowthLimit {
  const daysUntil = (volume: number) => {
    const days = limit / (each * volume);
    return days < keptDays ? days : Number.POSITIVE_INFINITY;
  };
  const perDay = keptDays === Number.POSITIVE_INFINITY ? 0 : limit / (each * keptDays);
  return { ...described, perDay, daysUntil };
}

interface StockAmounts {
  limit: number;
  each: number;
  keptDays?: number;
}

/** What is met first; of several that are met at once, the one that holds the least. */
export function firstMet(limits: readonly GrowthLimit[], volume: number): GrowthLimit | undefined {
  return limits
    .filter((limit) => !limit.isNotice && Number.isFinite(limit.daysUntil(volume)))
    .toSorted((a, b) => a.daysUntil(volume) - b.daysUntil(volume) || a.perDay - b.perDay)[0];
}

/** What an amount costs beyond what a month includes, in US dollars. */
function usdOf({ included, usd, per, roundsUp }: Price, amount: number): number {
  const units = Math.max(0, amount - included) / per;
  return (roundsUp ? Math.ceil(units) : units) * usd;
}

export type CostItem = keyof typeof PRICES;
const STORED: ReadonlySet<string> = new Set<CostItem>(["d1Bytes", "r2Bytes"]);
const ITEMS: readonly CostItem[] = [
  "requests",
  "cpuMs",
  "logLines",
  "d1RowsRead",
  "d1RowsWritten",
  "d1Bytes",
  "queueOperations",
  "kvReads",
  "kvWrites",
  "r2ClassA",
  "r2ClassB",
  "r2Bytes",
  "imageTransforms",
];

const COPIED: readonly (keyof CopyUse & CostItem)[] = [
  "d1RowsRead",
  "d1RowsWritten",
  "r2ClassA",
  "r2ClassB",
];

type Costly = Pick<Measured, "single" | "sweeps" | "copies">;

/** What the daily copy uses of an item within a month, or stores by its end. */
function amountOfCopies(
  { copies, single }: Costly,
  item: CostItem,
  perDay: number,
  stored: number,
) {
  const { perNew, perStored, each } = copies;
  if (item === "r2Bytes")
    return single.r2Bytes * stored + KEPT_SNAPSHOTS * (each.r2Bytes + perStored.r2Bytes * stored);
  const name = COPIED.find((copied) => copied === item);
  if (!name) return 0;
  return ASSUMED.daysOfMonth * (each[name] + perStored[name] * stored + perNew[name] * perDay);
}

/**
 * Cost of a month by item, in US dollars, with `perDay` submissions each day until its end.
 * @param hasCopies whether everything is copied once a day.
 */
export function monthlyCost(
  measured: Costly,
  perDay: number,
  { month = ASSUMED.month, hasCopies = true } = {},
): Map<CostItem | "plan", number> {
  const { single, sweeps } = measured;
  const { daysOfMonth } = ASSUMED;
  const stored = perDay * daysOfMonth * month;
  const extra: Partial<Record<CostItem, number>> = {
    d1RowsRead: daysOfMonth * (sweeps.rowsRead + sweeps.rowsReadPerStored * stored),
    d1RowsWritten: daysOfMonth * sweeps.rowsWritten,
  };
  const amountOf = (item: CostItem) =>
    single[item] * (STORED.has(item) ? stored : perDay * daysOfMonth) +
    (extra[item] ?? 0) +
    (hasCopies ? amountOfCopies(measured, item, perDay, stored) : 0);
  return new Map<CostItem | "plan", number>([
    ["plan", PLAN_USD],
    ...ITEMS.map((item) => [item, usdOf(PRICES[item], amountOf(item))] as const),
  ]);
}
