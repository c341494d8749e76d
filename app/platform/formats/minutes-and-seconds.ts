/** Seconds as mm:ss; parts of a second are dropped, and 59:59 is the last time there is. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.min(3_599, Math.max(0, Math.floor(seconds)));
  const pair = (part: number) => String(part).padStart(2, "0");
  return `${pair(Math.floor(whole / 60))}:${pair(whole % 60)}`;
}
