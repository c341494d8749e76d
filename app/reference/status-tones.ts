/** How a status is to be felt, beside its word (`000…`, section 4). */
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

/** The tone of a status, however its letters are written. */
export function statusTone(status: string): StatusTone {
  return TONES.get(status.trim().toLowerCase()) ?? "neutral";
}

/** A status as a word that stands alone: with a capital. */
export const capitalizeStatus = (status: string) =>
  status.charAt(0).toUpperCase() + status.slice(1);
