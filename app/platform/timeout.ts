/**
 * Waits for a promise at most this long; the work itself is not stopped.
 * @throws Error after the timeout.
 */
export async function withTimeout<T>(seconds: number, work: Promise<T>): Promise<T> {
  let cancel = () => {};
  const timeout = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Not done within ${seconds} s`)),
      seconds * 1000,
    );
    cancel = () => clearTimeout(timer);
  });
  return Promise.race([work, timeout]).finally(() => cancel());
}
