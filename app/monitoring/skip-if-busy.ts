/**
 * Runs one callback at a time for all requests of a worker. After `longest` a run no longer blocks others:
 * the
 * platform may have ended it silently.
 * @param longest milliseconds.
 * @returns a function that runs the callback, or does nothing while another runs.
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
