/**
 * For how long a sender is waited for. What it sends earns it more, a millisecond a byte (1 KB/s), up
 * to as much as it has of silence: who sends a drop at a time is left as who sends nothing. Only the
 * waiting counts, not what is done with the bytes meanwhile.
 */
export class TransferTimeout {
  /** Milliseconds that are left. */
  left: number;
  constructor(private readonly most: number) {
    this.left = most;
  }

  /**
   * That so much came after so long.
   * @param most milliseconds that may be left from now on.
   * @returns whether it was in time.
   */
  spend(waitedMs: number, bytes: number, most = this.most): boolean {
    const rest = this.left - waitedMs;
    this.left = Math.min(most, Math.max(0, rest) + bytes);
    return rest > 0;
  }
}
