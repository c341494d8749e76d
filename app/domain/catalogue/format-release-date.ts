import { longDate, longMonth } from "~/platform/formats/dates";

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/**
 * Formats a release date in US form: "March 15, 2024", "June 2017", "2016". Empty for 0000, which
 * is Spotify's unknown date; invalid dates are returned unchanged.
 */
export function formatReleaseDate(date: string): string {
  const [, year, month, day] = DATE.exec(date) ?? [];
  if (year === "0000") return "";
  if (day) return longDate(date);
  return month ? longMonth(date) : date;
}
