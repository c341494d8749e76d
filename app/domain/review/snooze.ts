import * as v from "valibot";
import { addDays } from "~/platform/clock";
import { wallTime } from "~/platform/formats/time-zone";

const LABELS = { tomorrow: "Tomorrow", monday: "Monday", week: "In a week" } as const;
export type SnoozeTime = keyof typeof LABELS;

const snoozeTimes = ["tomorrow", "monday", "week"] as const satisfies SnoozeTime[];
/** Until when a form puts off an entry. */
export const snoozeTimeSchema = v.picklist(snoozeTimes, "Choose a day from the list.");

/** An entry comes back in the morning. */
const HOUR = 9;

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
