/**
 * For how long a sender is waited for. What it sends earns it more, a millisecond a byte (1 KB/s), up
 * to as much as it has of silence: who sends a drop at a time is left as who sends nothing. Only the
 * waiting counts, not what is done with the bytes meanwhile.
 */
export class TransferTimeout {
  /** Milliseconds that are left. */
  remainingMs: number;
  constructor(private readonly maxMs: number) {
    this.remainingMs = maxMs;
  }

  /**
   * That so much came after so long.
   * @param maxMs milliseconds that may be left from now on.
   * @returns whether it was in time.
   */
  spend(waitedMs: number, bytes: number, maxMs = this.maxMs): boolean {
    const restMs = this.remainingMs - waitedMs;
    this.remainingMs = Math.min(maxMs, Math.max(0, restMs) + bytes);
    return restMs > 0;
  }
}
