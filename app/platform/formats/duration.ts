const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const withUnit = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? "" : "s"}`;

/** A duration in its two largest units: "3 days 4 hours", "12 minutes", "40 seconds". */
export function formatDuration(seconds: number): string {
  const unitIndex = UNITS.findIndex(([, length]) => seconds >= length);
  const [large, small] = [UNITS[unitIndex], UNITS[unitIndex + 1]];
  if (!large) return withUnit(Math.floor(seconds), "second");
  const largePart = withUnit(Math.floor(seconds / large[1]), large[0]);
  const rest = small ? Math.floor((seconds % large[1]) / small[1]) : 0;
  return small && rest > 0 ? `${largePart} ${withUnit(rest, small[0])}` : largePart;
}

/** An estimate: "less than a minute", "about 3 minutes", "about 2 hours". */
export function formatEstimate(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${withUnit(minutes, "minute")}`;
  return `about ${withUnit(Math.round(minutes / 60), "hour")}`;
}

/** A waiting time in whole minutes, rounded up. */
export function formatWait(seconds: number): string {
  return withUnit(Math.ceil(seconds / 60), "minute");
}

/** With the time when it ends: "3 minutes, at 12:30 UTC". */
export function formatWaitUntil(seconds: number, now: Date): string {
  const endTime = new Date(now.getTime() + seconds * 1_000 + 59_999).toISOString().slice(11, 16);
  return `${formatWait(seconds)}, at ${endTime} UTC`;
}
