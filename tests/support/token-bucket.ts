/** How long the bucket saves up for while nothing passes, so that late timers cost no speed. */
const SAVED_MS = 100;

/**
 * Lets bytes pass at a steady rate, whoever brings them. Reads no clock: times are milliseconds of
 * the caller's own.
 */
export class TokenBucket {
  /** When everything let in so far has passed. */
  private free = Number.NEGATIVE_INFINITY;

  constructor(readonly bytesPerSecond: number) {}

  /** Lets `bytes` in at `now`. @returns the milliseconds until the last of them has passed. */
  take(bytes: number, now: number): number {
    const begins = Math.max(this.free, now - SAVED_MS);
    this.free = begins + (bytes / this.bytesPerSecond) * 1000;
    return Math.max(0, this.free - now);
  }
}
