import { isCalendarDate, isoDate } from "~/platform/formats/dates";

/** Lead time for playlist editors (specification, section 9). */
const MINIMUM_LEAD_DAYS = 42;

/** The later end of the 7 to 10 business days promised on the success page. */
export const REPLY_BUSINESS_DAYS = 10;

const DAY = 86_400_000;

/** The earliest, and default, release date: `today` plus six weeks, as YYYY-MM-DD. */
export function earliestReleaseDate(today: Date): string {
  return isoDate(new Date(today.getTime() + MINIMUM_LEAD_DAYS * DAY));
}

const MAX_MINUTES_AHEAD = 14 * 60;

/**
 * A time whose UTC date is the artist's calendar day, or the day in UTC if that is later. Date
 * rules count from it.
 * @param minutesAhead of UTC on the artist's clock; clamped to possible values.
 */
export function artistDay(now: Date, minutesAhead: number): Date {
  const ahead = Math.min(Math.max(minutesAhead || 0, 0), MAX_MINUTES_AHEAD);
  return new Date(now.getTime() + ahead * 60_000);
}

/** `days` after a date (before it when negative), both YYYY-MM-DD; else the text unchanged. */
export function daysAfter(date: string, days: number): string {
  if (!isCalendarDate(date)) return date;
  return isoDate(new Date(Date.parse(date) + days * DAY));
}

/** Days from one date to another, both YYYY-MM-DD. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** The day on which a release goes to the stores; undefined without a release date. @param weeks as DELIVERY_WEEKS. */
export const deliveryDay = (releaseDate: string, weeks: number): string | undefined =>
  isCalendarDate(releaseDate) ? daysAfter(releaseDate, -7 * weeks) : undefined;

/** The last day on which a release can be sent again, so that we can still answer before its delivery. */
export function lastDayToSend(releaseDate: string, weeks: number): string | undefined {
  const delivery = deliveryDay(releaseDate, weeks);
  return delivery && isoDate(addBusinessDays(new Date(delivery), -REPLY_BUSINESS_DAYS));
}

/** `days` business days (no Saturdays and Sundays, UTC) after `from`; before it when negative. */
export function addBusinessDays(from: Date, days: number): Date {
  let date = from;
  for (let remaining = Math.abs(days); remaining > 0; ) {
    date = new Date(date.getTime() + Math.sign(days) * DAY);
    const weekday = date.getUTCDay();
    if (weekday !== 0 && weekday !== 6) remaining -= 1;
  }
  return date;
}

/** Sorts releases without a date behind the others. */
export const NO_RELEASE_DATE = "9999-12-31";
