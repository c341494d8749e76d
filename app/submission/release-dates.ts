/** Lead time that the stores' playlist editors need, in days (specification, section 9). */
export const MINIMUM_LEAD_DAYS = 42;

const DAY = 86_400_000;

/** A date as YYYY-MM-DD in UTC. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The earliest, and default, release date: `today` plus six weeks, as YYYY-MM-DD. */
export function earliestReleaseDate(today: Date): string {
  return isoDate(new Date(today.getTime() + MINIMUM_LEAD_DAYS * DAY));
}

/** Whether the text is a real calendar date in the form YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && isoDate(date) === text;
}

/** A date in US long form: "2027-03-12" becomes "March 12, 2027"; anything else stays as it is. */
export function longDate(text: string): string {
  if (!isCalendarDate(text.slice(0, 10))) return text;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${text.slice(0, 10)}T00:00:00Z`),
  );
}

/** `days` business days (Monday to Friday, UTC) after `from`: the promised reply date. */
export function addBusinessDays(from: Date, days: number): Date {
  let date = from;
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + DAY);
    const weekday = date.getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return date;
}
