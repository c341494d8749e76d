import type { Hours } from "./dashboard";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A period length, and the age after which periods are merged into the next longer ones. */
interface Grain {
  ms: number;
  /** Missing for the longest. */
  joinedAfterMs?: number;
}
export type RollupPlan = readonly [Grain, ...Grain[]];

/** For the dashboard's windows: an hour by ten minutes, a day by hours, a week by quarters of days. */
export const FINE_ROLLUP: RollupPlan = [
  { ms: 10 * MINUTE, joinedAfterMs: 3 * HOUR },
  { ms: HOUR, joinedAfterMs: 3 * DAY },
  { ms: 6 * HOUR, joinedAfterMs: 15 * DAY },
  { ms: DAY },
];
/** For topics with many keys: hours, and days after two days. */
export const COARSE_ROLLUP: RollupPlan = [{ ms: HOUR, joinedAfterMs: 2 * DAY }, { ms: DAY }];
/** For topics with the most keys. */
export const DAILY_ROLLUP: RollupPlan = [{ ms: DAY }];

const slotStart = (time: number, ms: number) => new Date(Math.floor(time / ms) * ms).toISOString();

/** The current period, named by its start in UTC ISO. */
export function slotOf(now: Date, [first]: RollupPlan = FINE_ROLLUP): string {
  return slotStart(now.getTime(), first.ms);
}

/**
 * The first period of a window, so that all of the window is read although older data is in longer periods.
 */
export function slotsSince(now: Date, hours: number, plan: RollupPlan = FINE_ROLLUP): string {
  const windowStart = now.getTime() - hours * HOUR;
  const age = hours * HOUR;
  const grain = plan.find(
    ({ joinedAfterMs }) => joinedAfterMs === undefined || age < joinedAfterMs,
  );
  return slotStart(windowStart, (grain ?? plan[0]).ms);
}

interface Rollup {
  /** Periods that begin before this are merged, */
  before: string;
  /** into periods of this length. */
  ms: number;
}

/** Due merges, shorter periods first. The current period is never merged. */
export function dueRollups(now: Date, plan: RollupPlan): Rollup[] {
  return plan.flatMap(({ joinedAfterMs }, index) => {
    const next = plan[index + 1];
    if (joinedAfterMs === undefined || !next) return [];
    return [{ before: slotStart(now.getTime() - joinedAfterMs, next.ms), ms: next.ms }];
  });
}

/** The longer period that contains a slot. */
export function longerSlot(slot: string, ms: number): string {
  return slotStart(Date.parse(slot), ms);
}

/** A window in periods of equal length, oldest first; the first begins no later than the window. */
export interface Periods {
  /** Start times, UTC ISO. */
  begins: string[];
  /** Milliseconds. */
  ms: number;
}

const LENGTHS: Readonly<Record<Hours, number>> = {
  1: 10 * MINUTE,
  24: 60 * MINUTE,
  168: 360 * MINUTE,
};

/** The periods of a window: ten minutes, hours, or quarters of a day. */
export function periodsOf(hours: Hours, now: Date): Periods {
  const ms = LENGTHS[hours];
  const begins: string[] = [];
  for (let time = Date.parse(slotsSince(now, hours)); time <= now.getTime(); time += ms)
    begins.push(new Date(time).toISOString());
  return { begins, ms };
}

/** The index of the period of a time; undefined if outside. */
export function periodAt({ begins, ms }: Periods, time: string): number | undefined {
  const [first = ""] = begins;
  const index = Math.floor((Date.parse(time) - Date.parse(first)) / ms);
  return index >= 0 && index < begins.length ? index : undefined;
}
