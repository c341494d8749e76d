/**
 * Waits for a promise at most this long; the work itself is not stopped.
 * @throws Error after the timeout.
 */
export async function withTimeout<T>(seconds: number, work: Promise<T>): Promise<T> {
  let cancel = () => {};
  const timeout = new Promise<never>((_, reject) => {
    cancel = schedule(() => reject(new Error(`Not done within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([work, timeout]).finally(() => cancel());
}

/** Like setTimeout. @returns the function that cancels it. */
export function schedule(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
