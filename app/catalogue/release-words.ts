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

/** A playing time: "3:05", or "1:02:03" from an hour on. */
export function playingTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const pair = (part: number) => String(part).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3_600);
  const tail = pair(seconds % 60);
  return hours > 0 ? `${hours}:${pair(minutes)}:${tail}` : `${minutes}:${tail}`;
}
