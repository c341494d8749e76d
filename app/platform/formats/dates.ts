/** A date as YYYY-MM-DD in UTC. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Whether the text is a real calendar date in the form YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && isoDate(date) === text;
}

// Browsers take longer to make a formatter than to run all the rest of a page's scripts, React apart.
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** @param letters how many of the month's name are shown; all unless given. */
function formatDay(text: string, letters?: number): string {
  const date = text.slice(0, 10);
  if (!isCalendarDate(date)) return text;
  const [year, month, day] = date.split("-").map(Number);
  return `${MONTHS[Number(month) - 1]?.slice(0, letters)} ${day}, ${year}`;
}

/**
 * A day, or a time by its day in UTC, in US long form: "2027-03-12" becomes "March 12, 2027". What is
 * no date stays as it is.
 */
export function longDate(text: string): string {
  return formatDay(text);
}

/** A month, YYYY-MM, in the same form: "March 2027". What is none stays as it is. */
export function longMonth(text: string): string {
  if (!isCalendarDate(`${text}-01`)) return text;
  const [year, month] = text.split("-").map(Number);
  return `${MONTHS[Number(month) - 1]} ${year}`;
}

/** A time (UTC, ISO) to the minute: "March 12, 2027, 09:30 UTC". What is no time stays as it is. */
export function longTime(text: string): string {
  const minutes = /T(\d{2}:\d{2})/.exec(text)?.[1];
  return minutes ? `${longDate(text)}, ${minutes} UTC` : text;
}

/** The same where there is little room: "Mar 12, 2027". */
export function shortDate(text: string): string {
  return formatDay(text, 3);
}
