/** How often parts have failed, and their links were renewed, since they last got through. */
export function openPartTroubles() {
  const failures = new Map<number, { times: number; at: number }>();
  const renewals = new Map<number, number>();

  return {
    /**
     * A part, or a piece of it, has failed. Pieces that were on their way together have failed once.
     * @param began when the request began, `at` now, in milliseconds.
     * @returns how often the part has failed in a row.
     */
    failed(part: number, began: number, at: number): number {
      const before = failures.get(part);
      const together = before !== undefined && began <= before.at;
      const times = together ? before.times : (before?.times ?? 0) + 1;
      failures.set(part, { times, at });
      return times;
    },
    /** @returns how often the link of the part was renewed in a row. */
    renewed(part: number): number {
      const times = (renewals.get(part) ?? 0) + 1;
      renewals.set(part, times);
      return times;
    },
    /** Something of the part has got through. */
    over(part: number): void {
      failures.delete(part);
      renewals.delete(part);
    },
  };
}
