// How long saving waits for what. All in milliseconds.

/** From the last key until what is typed goes out: well within the 2 s it may take to be saved. */
export const SAVE_DELAY_MS = 1_000;
/** Who never pauses is saved this often. */
export const MAX_SAVE_DELAY_MS = 8_000;
/** An attempt without an answer is given up after this time. */
export const TIMEOUT_MS = 15_000;
/** The first pause after a failure; it doubles with every further one. */
export const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** In how long what is typed since a time goes out, if no further key comes. */
export function saveDelay(since: number, now: number): number {
  return Math.min(SAVE_DELAY_MS, Math.max(0, since + MAX_SAVE_DELAY_MS - now));
}

/**
 * In how long to try again.
 * @param failures in a row, before this one.
 * @param minMs by the server, which is never tried sooner.
 */
export function saveRetryDelay(failures: number, minMs = 0): number {
  return Math.max(Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS), minMs);
}
