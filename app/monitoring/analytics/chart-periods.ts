import { slotsSince } from "../figures/time-slots";
import type { Hours } from "./dashboard";

/** A window of time in periods of the same length, the oldest first; the first begins no later than it. */
export interface Periods {
  /** The beginnings, UTC ISO. */
  begins: string[];
  /** How long each is. */
  ms: number;
}

const MINUTE = 60_000;
const LENGTHS: Readonly<Record<Hours, number>> = {
  1: 10 * MINUTE,
  24: 60 * MINUTE,
  168: 360 * MINUTE,
};

/** The periods that a window is shown in: ten minutes, hours, or quarters of a day. */
export function periodsOf(hours: Hours, now: Date): Periods {
  const ms = LENGTHS[hours];
  const begins: string[] = [];
  for (let at = Date.parse(slotsSince(now, hours)); at <= now.getTime(); at += ms)
    begins.push(new Date(at).toISOString());
  return { begins, ms };
}

/** In which of the periods a time lies; undefined where in none. */
export function periodAt({ begins, ms }: Periods, at: string): number | undefined {
  const [first = ""] = begins;
  const index = Math.floor((Date.parse(at) - Date.parse(first)) / ms);
  return index >= 0 && index < begins.length ? index : undefined;
}
