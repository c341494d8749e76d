/** The tone of a status (`000…`, section 4). */
export type StatusTone = "good" | "waiting" | "bad" | "neutral";

const TONES: ReadonlyMap<string, StatusTone> = new Map([
  ["approved", "good"],
  ["live", "good"],
  ["active", "good"],
  ["pending", "waiting"],
  ["in progress", "waiting"],
  ["processing", "waiting"],
  ["rejected", "bad"],
  ["failed", "bad"],
]);

/** Ignores case. */
export function statusTone(status: string): StatusTone {
  return TONES.get(status.trim().toLowerCase()) ?? "neutral";
}

export const capitalizeStatus = (status: string) =>
  status.charAt(0).toUpperCase() + status.slice(1);
