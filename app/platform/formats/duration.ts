const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? "" : "s"}`;

/**
 * How long something lasts, in its two largest units: "3 days 4 hours", "12 minutes", "40 seconds".
 * @param seconds 0 or more; parts of one are dropped.
 */
export function durationWords(seconds: number): string {
  const at = UNITS.findIndex(([, length]) => seconds >= length);
  const [large, small] = [UNITS[at], UNITS[at + 1]];
  if (!large) return count(Math.floor(seconds), "second");
  const whole = count(Math.floor(seconds / large[1]), large[0]);
  const rest = small ? Math.floor((seconds % large[1]) / small[1]) : 0;
  return small && rest > 0 ? `${whole} ${count(rest, small[0])}` : whole;
}
