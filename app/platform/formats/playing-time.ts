/** A playing time, or a place in a track: "3:05", or "1:02:03" from an hour on. */
export function playingTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const pair = (part: number) => String(part).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3_600);
  const tail = pair(whole % 60);
  return hours > 0 ? `${hours}:${pair(minutes)}:${tail}` : `${minutes}:${tail}`;
}
