/**
 * Runs one callback at a time for all requests of a worker. After `maxMs` a run no longer blocks
 * others: the platform may have ended it silently.
 * @param maxMs milliseconds.
 * @returns a function that runs the callback, or does nothing while another runs.
 */
export function skipIfBusy(maxMs: number) {
  let busyUntil = 0;
  return async (clock: () => Date, callback: () => Promise<unknown>): Promise<void> => {
    const now = clock().getTime();
    if (now < busyUntil) return;
    const ownDeadline = now + maxMs;
    busyUntil = ownDeadline;
    try {
      await callback();
    } finally {
      if (busyUntil === ownDeadline) busyUntil = 0;
    }
  };
}
