export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Whether a text is a real date as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && isoDate(date) === text;
}

// Creating an Intl formatter takes browsers longer than all other scripts but React.
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** @param letters of the month's name; all by default. */
function formatDay(text: string, letters?: number): string {
  const date = text.slice(0, 10);
  if (!isCalendarDate(date)) return text;
  const [year, month, day] = date.split("-").map(Number);
  return `${MONTHS[Number(month) - 1]?.slice(0, letters)} ${day}, ${year}`;
}

/** A date, or the UTC date of a time, as "March 12, 2027". Anything else stays unchanged. */
export function longDate(text: string): string {
  return formatDay(text);
}

/** A month, YYYY-MM, as "March 2027". Anything else stays unchanged. */
export function longMonth(text: string): string {
  if (!isCalendarDate(`${text}-01`)) return text;
  const [year, month] = text.split("-").map(Number);
  return `${MONTHS[Number(month) - 1]} ${year}`;
}

/** An ISO time as "March 12, 2027, 09:30 UTC". Anything else stays unchanged. */
export function longTime(text: string): string {
  const minutes = /T(\d{2}:\d{2})/.exec(text)?.[1];
  return minutes ? `${longDate(text)}, ${minutes} UTC` : text;
}

// The weekdays without their ending: one whole name is that of the board.
const WEEKDAYS = ["Sun", "Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur"];

/** The weekday of a date, or of the UTC date of a time. */
export const weekday = (text: string): string =>
  `${WEEKDAYS[new Date(text.slice(0, 10)).getUTCDay()]}day`;

const NEAR_MS = 300 * 86_400_000;

/** A date as "Mar 12", with its year where that is not clear: more than ten months from now. */
export function shortDay(text: string, now: Date): string {
  const isNear = Math.abs(Date.parse(text.slice(0, 10)) - now.getTime()) < NEAR_MS;
  return isNear ? shortDate(text).replace(/, \d{4}$/, "") : shortDate(text);
}

/** A date in short form: "Mar 12, 2027". */
export function shortDate(text: string): string {
  return formatDay(text, 3);
}
