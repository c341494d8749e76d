const LONGEST_BACKOFF_SECONDS = 3_600;
/** Queues hold a message back for 12 hours at most. */
const LONGEST_DELAY_SECONDS = 43_200;
const JITTER = 0.2;

/**
 * Seconds until the next attempt: what the other side asks for, never less, or 10·2^attempt give
 * or take a fifth, so that jobs that failed together do not come back together. Whoever asks for
 * two seconds over and over is not asked twelve times within a minute: 2^attempt is the least.
 */
export function retryDelay(
  attempt: number,
  askedSeconds: number | undefined,
  random: () => number,
): number {
  if (askedSeconds !== undefined) {
    const least = attempt > 1 ? Math.min(2 ** attempt, LONGEST_BACKOFF_SECONDS) : 1;
    const seconds = Math.ceil(Math.max(askedSeconds, least) * (1 + JITTER * random()));
    return Math.min(seconds, LONGEST_DELAY_SECONDS);
  }
  const spread = 1 - JITTER + 2 * JITTER * random();
  return Math.round(Math.min(10 * 2 ** attempt * spread, LONGEST_BACKOFF_SECONDS));
}

/**
 * Seconds until the queue delivers a message again that could not be handled at all, as while the
 * database is away: a moment at first, in the end an hour.
 * @param deliveries of this message so far, this one included.
 */
export function redeliveryDelay(deliveries: number, random: () => number): number {
  const spread = 1 - JITTER + 2 * JITTER * random();
  return Math.ceil(Math.min(2 ** deliveries, LONGEST_BACKOFF_SECONDS) * spread);
}
