/** After a connection was cut the next try follows within this time: most cuts are over at once. */
const AFTER_CUT_MS = 100;
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** A server may not send an artist away for longer than this. */
const LONGEST_ASKED_MS = 600_000;

/** What the next try is to wait for. */
export interface Failures {
  /** Failed tries in a row, this one included. */
  count: number;
  /** Whether the connection was cut, rather than the server being unwell. */
  cut: boolean;
  /** What the server asked for by Retry-After. */
  retryAfterMs?: number;
}

/**
 * Milliseconds until the next try: anything up to a limit that doubles, so that many browsers do
 * not come back in step ("full jitter"). Never less than the server asked for, within reason.
 * @param random a number in [0, 1).
 */
export function retryDelay({ count, cut, retryAfterMs = 0 }: Failures, random: number): number {
  const doublings = Math.max(0, count - (cut ? 2 : 1));
  const most = cut && count <= 1 ? AFTER_CUT_MS : Math.min(LONGEST_MS, FIRST_MS * 2 ** doublings);
  const asked = Math.min(LONGEST_ASKED_MS, Math.max(0, retryAfterMs));
  return asked + most * random;
}

/** Milliseconds that a Retry-After header asks for: seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const until = Date.parse(header) - now.getTime();
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}
