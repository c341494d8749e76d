const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/**
 * A release date as exactly as Spotify knows it, in US form: "March 15, 2024", "June 2017", "2016".
 * Empty where there is none, for which Spotify writes 0000; anything else stays as it is.
 */
export function releaseDay(date: string): string {
  const [, year = "", month, day] = DATE.exec(date) ?? [];
  if (year === "0000") return "";
  const time = new Date(`${year}-${month ?? "01"}-${day ?? "01"}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(date)) return date;
  return new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    ...(month && { month: "long" }),
    ...(day && { day: "numeric" }),
    timeZone: "UTC",
  }).format(time);
}
