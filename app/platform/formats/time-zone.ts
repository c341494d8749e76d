import * as v from "valibot";

/** No zone has a longer name. */
const MAX_ZONE = 64;

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The time zone of a form; UTC where scripts named none, and for what is none. */
export const timeZoneSchema = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, MAX_ZONE)),
    v.check(isTimeZone),
  ),
  "UTC",
);

/** The time zone of this browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time of the clock on the wall in a zone, written as if it were UTC. */
export function wallTime(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone, dateStyle: "short", timeStyle: "medium" },
  }).format(at);
  return new Date(`${parts.replace(" ", "T")}Z`);
}

/** The day on the calendar in a zone, YYYY-MM-DD. */
export const dayInZone = (at: Date, timeZone: string): string =>
  wallTime(at, timeZone).toISOString().slice(0, 10);
