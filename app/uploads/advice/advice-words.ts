/** A length of time: "3.2 seconds". */
export function secondsLong(seconds: number): string {
  return `${seconds.toFixed(1)} seconds`;
}

/** A number of things, with a comma at thousands: "1 sample", "12,345 samples". */
export function counted(number: number, thing: string): string {
  return `${number.toLocaleString("en-GB")} ${thing}${number === 1 ? "" : "s"}`;
}

/** Hz as kHz, without needless zeros: "32", "22.05". */
export function kilohertz(hertz: number): string {
  return String(hertz / 1000);
}

/** Levels are told, and judged, to a tenth of a decibel. */
export function toTenth(level: number): number {
  return Math.round(level * 10) / 10;
}

/** A level to a tenth with its sign: "+0.4", "0.0", "-1.0". */
export function signed(level: number): string {
  const text = level.toFixed(1);
  return level > 0 ? `+${text}` : text;
}
