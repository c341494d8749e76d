/** A time as the artist's own clock shows it, such as 14:32. In the browser only. */
export function localTime(at: number): string {
  const shape = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-GB", shape).format(at);
}

/**
 * The same where nobody knows the artist's clock: 14:32 UTC. Written by hand: a formatter of the
 * platform's takes longer to make than the form of a step to draw.
 */
export function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}
