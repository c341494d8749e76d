// All in milliseconds.

export const SAVE_DELAY_MS = 1_000;
/** The longest delay while somebody types without a pause. */
export const MAX_SAVE_DELAY_MS = 8_000;
export const TIMEOUT_MS = 15_000;
/** The first pause after a failure; it doubles with each further one. */
export const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** The delay until what was typed since `since` is sent, if no key follows. */
export function saveDelay(since: number, now: number): number {
  return Math.min(SAVE_DELAY_MS, Math.max(0, since + MAX_SAVE_DELAY_MS - now));
}

/** @param failures in a row before this one. @param minMs the server's Retry-After. */
export function saveRetryDelay(failures: number, minMs = 0): number {
  return Math.max(Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS), minMs);
}
