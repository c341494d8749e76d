/** Seconds as mm:ss, at most 59:59. */
export function minutesAndSeconds(seconds: number): string {
  const wholeSeconds = Math.min(3_599, Math.max(0, Math.floor(seconds)));
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${pad(Math.floor(wholeSeconds / 60))}:${pad(wholeSeconds % 60)}`;
}
