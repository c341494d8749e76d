/** Formats a time in the browser's own time zone, such as 14:32. @param timestamp in milliseconds. */
export function localTime(timestamp: number): string {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(timestamp);
}

/**
 * Formats a time in UTC, such as 14:32 UTC, where the artist's time zone is unknown. Written by hand, since
 * creating an Intl formatter takes longer than drawing the whole form.
 */
export function utcTime(timestamp: number): string {
  return `${new Date(timestamp).toISOString().slice(11, 16)} UTC`;
}
