const format = (timeZone?: string) =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });

/** A time as the artist's own clock shows it, such as 14:32. In the browser only. */
export function localTime(at: number): string {
  return format().format(at);
}

/** The same where nobody knows the artist's clock: 14:32 UTC. */
export function worldTime(at: number): string {
  return `${format("UTC").format(at)} UTC`;
}
