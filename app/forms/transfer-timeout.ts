/** Each byte earns a sender one millisecond (1 KB/s), up to the maximum; single bytes time out. */
export class TransferTimeout {
  remainingMs: number;
  constructor(private readonly maxMs: number) {
    this.remainingMs = maxMs;
  }

  /**
   * Counts a wait and the bytes that came after it.
   * @param maxMs milliseconds that may remain from now on.
   * @returns whether it was in time.
   */
  spend(waitedMs: number, bytes: number, maxMs = this.maxMs): boolean {
    const restMs = this.remainingMs - waitedMs;
    this.remainingMs = Math.min(maxMs, Math.max(0, restMs) + bytes);
    return restMs > 0;
  }
}
