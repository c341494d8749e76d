/** A playing time: "3:05", or "1:02:03" from an hour on. */
export function playingTime(seconds: number): string {
  const wholeSeconds = Math.floor(seconds);
  const pad = (part: number) => String(part).padStart(2, "0");
  const minutes = Math.floor(wholeSeconds / 60) % 60;
  const hours = Math.floor(wholeSeconds / 3_600);
  const tail = pad(wholeSeconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${tail}` : `${minutes}:${tail}`;
}
