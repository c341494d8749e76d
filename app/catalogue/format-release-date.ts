import { longDate, longMonth } from "~/platform/formats/dates";

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/**
 * A release date as exactly as Spotify knows it, in US form: "March 15, 2024", "June 2017", "2016".
 * Empty where there is none, for which Spotify writes 0000; anything else stays as it is.
 */
export function formatReleaseDate(date: string): string {
  const [, year, month, day] = DATE.exec(date) ?? [];
  if (year === "0000") return "";
  if (day) return longDate(date);
  return month ? longMonth(date) : date;
}
