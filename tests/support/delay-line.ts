import { performance } from "node:perf_hooks";

/** A pause of so many milliseconds; none at all for 0. */
export function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

/** Does things in their order, each no sooner than a given time, one after the other. */
export class DelayLine {
  private held = 0;
  private last: Promise<void> = Promise.resolve();
  private wake: () => void = () => {};

  /**
   * Puts a thing of so many bytes on its way.
   * @param due when it may arrive, in ms of `performance.now()`.
   */
  send(bytes: number, due: number, arrive: () => Promise<void> | void): void {
    this.held += bytes;
    this.last = this.last
      .then(() => pause(due - performance.now()))
      .then(arrive)
      .finally(() => {
        this.held -= bytes;
        this.wake();
      });
    // Whoever waits for `empty` hears of a failure; nobody has to.
    this.last.catch(() => {});
  }

  /** Resolves when at most `bytes` are on the way. */
  async room(bytes: number): Promise<void> {
    while (this.held > bytes)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
  }

  /** Resolves when everything that was put in has arrived; rejects with the first failure. */
  empty(): Promise<void> {
    return this.last;
  }
}
