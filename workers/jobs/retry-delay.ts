const MAX_BACKOFF_SECONDS = 3_600;
/** Daily limits end within a day, so a request for more than a week is a mistake. */
const MAX_WAIT_SECONDS = 7 * 86_400;
const JITTER = 0.2;
/** Enough to keep any number of jobs apart. */
const MAX_SPREAD_SECONDS = 600;

/**
 * Seconds until the next attempt: at least what the other side asks for and 2^attempt; without a
 * request 10·2^attempt, give or take a fifth. The spread keeps jobs that failed together apart.
 */
export function retryDelay(
  attempt: number,
  requestedSeconds: number | undefined,
  random: () => number,
): number {
  if (requestedSeconds !== undefined) {
    const minSeconds = attempt > 1 ? Math.min(2 ** attempt, MAX_BACKOFF_SECONDS) : 1;
    const baseSeconds = Math.max(requestedSeconds, minSeconds);
    const spread = Math.min(baseSeconds * JITTER, MAX_SPREAD_SECONDS) * random();
    return Math.min(Math.ceil(baseSeconds + spread), MAX_WAIT_SECONDS);
  }
  const spread = 1 - JITTER + 2 * JITTER * random();
  return Math.round(Math.min(10 * 2 ** attempt * spread, MAX_BACKOFF_SECONDS));
}

/**
 * Seconds until the queue redelivers a message that could not be handled at all, for example while
 * the database is away: a few at first, in the end an hour.
 * @param deliveries of this message so far, this one included.
 */
export function redeliveryDelay(deliveries: number, random: () => number): number {
  const spread = 1 - JITTER + 2 * JITTER * random();
  return Math.ceil(Math.min(2 ** deliveries, MAX_BACKOFF_SECONDS) * spread);
}
