/**
 * Lets one piece of work through at a time, for all requests that one worker serves. What was begun so
 * long ago holds up nobody any more: the platform ends work that outlives its request without a word.
 * @param longest milliseconds that a piece may take.
 * @returns runs the work, or does nothing where another is under way.
 */
export function skipIfBusy(longest: number) {
  let takenUntil = 0;
  return async (clock: () => Date, work: () => Promise<unknown>): Promise<void> => {
    const now = clock().getTime();
    if (now < takenUntil) return;
    const mine = now + longest;
    takenUntil = mine;
    try {
      await work();
    } finally {
      if (takenUntil === mine) takenUntil = 0;
    }
  };
}
