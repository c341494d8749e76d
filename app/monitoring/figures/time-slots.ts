const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of periods, and how old one must be to be joined to the next longer one. */
interface Grain {
  ms: number;
  /** Left out for the longest: those stay as they are. */
  joinedAfterMs?: number;
}
export type RollupPlan = readonly [Grain, ...Grain[]];

/** What the dashboard's windows are read from: an hour by ten minutes, a day by hours, a week by quarters of days. */
export const FINE_ROLLUP: RollupPlan = [
  { ms: 10 * MINUTE, joinedAfterMs: 3 * HOUR },
  { ms: HOUR, joinedAfterMs: 3 * DAY },
  { ms: 6 * HOUR, joinedAfterMs: 15 * DAY },
  { ms: DAY },
];
/** What has many keys: by hours, and by days after two of them. */
export const COARSE_ROLLUP: RollupPlan = [{ ms: HOUR, joinedAfterMs: 2 * DAY }, { ms: DAY }];
/** What has the most, and is looked at one by one. */
export const DAILY_ROLLUP: RollupPlan = [{ ms: DAY }];

const begin = (at: number, ms: number) => new Date(Math.floor(at / ms) * ms).toISOString();

/** The period, named by its beginning in UTC ISO, in which something is counted now. */
export function slotOf(now: Date, [first]: RollupPlan = FINE_ROLLUP): string {
  return begin(now.getTime(), first.ms);
}

/**
 * From which period on a window of some hours is read, so that it has at least all of the window: what
 * is older lies in longer periods.
 */
export function slotsSince(now: Date, hours: number, plan: RollupPlan = FINE_ROLLUP): string {
  const from = now.getTime() - hours * HOUR;
  const age = hours * HOUR;
  const grain = plan.find(
    ({ joinedAfterMs }) => joinedAfterMs === undefined || age < joinedAfterMs,
  );
  return begin(from, (grain ?? plan[0]).ms);
}

/** A period that is old enough to be joined: its own, shorter ones, and where they go. */
interface Joining {
  /** Periods that begin before it are joined. */
  before: string;
  /** Into periods of this length. */
  ms: number;
}

/** What is to be joined now, shorter periods first. A period that is still going on is never touched. */
export function dueRollups(now: Date, plan: RollupPlan): Joining[] {
  return plan.flatMap(({ joinedAfterMs }, at) => {
    const next = plan[at + 1];
    if (joinedAfterMs === undefined || !next) return [];
    return [{ before: begin(now.getTime() - joinedAfterMs, next.ms), ms: next.ms }];
  });
}

/** The period of a length in which another lies. */
export function longerSlot(slot: string, ms: number): string {
  return begin(Date.parse(slot), ms);
}
