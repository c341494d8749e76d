import { slotsSince } from "../figures/time-slots";
import type { Hours } from "./dashboard";

/** A window in periods of equal length, oldest first; the first begins no later than the window. */
export interface Periods {
  /** Start times, UTC ISO. */
  begins: string[];
  /** Milliseconds. */
  ms: number;
}

const MINUTE = 60_000;
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
