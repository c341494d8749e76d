import { longTime } from "./dates";

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

/** A waiting time, rounded up: "40 seconds", "15 minutes", "23 hours 28 minutes". */
export function formatWait(seconds: number): string {
  const unit = seconds <= 59 ? 1 : 60;
  return formatDuration(Math.max(1, Math.ceil(seconds / unit)) * unit);
}

/**
 * With the time when it ends, if that is not at once: "3 minutes, at 12:30 UTC"; on another day "23
 * hours 28 minutes, on November 30, 2026, 11:28 UTC".
 */
export function formatWaitUntil(seconds: number, now: Date): string {
  if (seconds <= 59) return formatWait(seconds);
  const end = new Date(now.getTime() + seconds * 1_000 + 59_999).toISOString();
  const isToday = end.slice(0, 10) === now.toISOString().slice(0, 10);
  return `${formatWait(seconds)}, ${isToday ? `at ${end.slice(11, 16)} UTC` : `on ${longTime(end)}`}`;
}
