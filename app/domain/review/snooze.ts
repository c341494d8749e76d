import * as v from "valibot";
import { addDays } from "~/platform/clock";

const LABELS = { tomorrow: "Tomorrow", monday: "Monday", week: "In a week" } as const;
export type SnoozeTime = keyof typeof LABELS;

const snoozeTimes = ["tomorrow", "monday", "week"] as const satisfies SnoozeTime[];
/** Until when a form puts off an entry. */
export const snoozeTimeSchema = v.picklist(snoozeTimes, "Choose a day from the list.");

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

/** An entry comes back in the morning. */
const HOUR = 9;

/** A time of the clock on the wall in a zone, written as if it were UTC. */
function wallTime(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone, dateStyle: "short", timeStyle: "medium" },
  }).format(at);
  return new Date(`${parts.replace(" ", "T")}Z`);
}

/** When the clock on the wall of a zone shows a time. */
function atWallTime(wall: Date, timeZone: string): Date {
  const offsetAt = (at: Date) => wallTime(at, timeZone).getTime() - at.getTime();
  const guess = new Date(wall.getTime() - offsetAt(wall));
  // The offset may change in between.
  return new Date(wall.getTime() - offsetAt(guess));
}

/** In days from a day of the week, where Sunday is 0. */
const daysUntil = (time: SnoozeTime, weekday: number): number =>
  ({ tomorrow: 1, monday: (8 - weekday) % 7 || 7, week: 7 })[time];

/** When an entry comes back: at nine in a time zone, as an ISO string. */
export function snoozeUntil(time: SnoozeTime, now: Date, timeZone: string): string {
  const wall = wallTime(now, timeZone);
  const day = addDays(wall, daysUntil(time, wall.getUTCDay()));
  day.setUTCHours(HOUR, 0, 0, 0);
  return atWallTime(day, timeZone).toISOString();
}

/** The times that staff choose from; of those that are one day, the first. */
export function snoozeChoices(now: Date, timeZone: string) {
  const choices = snoozeTimes.map((time) => {
    return { time, text: LABELS[time], until: snoozeUntil(time, now, timeZone) };
  });
  return choices.filter(
    ({ until }, index) => choices.findIndex((choice) => choice.until === until) === index,
  );
}
