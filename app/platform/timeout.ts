/**
 * Waits for work no longer than this. The work itself is not stopped; nobody waits for it any more.
 * @throws Error when it has not ended in time.
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
