import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves after all pending promises. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

interface Timer {
  at: number;
  run: () => void;
}

/** A clock that stands still while promises are pending, and then jumps to the next timer. */
export class VirtualTime {
  private timers: Timer[] = [];
  private time = 0;

  now = (): number => this.time;

  /** Schedules a callback; returns a function that cancels it. */
  schedule(ms: number, run: () => void): () => void {
    const timer = { at: this.time + Math.max(0, ms), run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((candidate) => candidate !== timer);
    };
  }

  /** Goes on until `work` has ended. @throws when nothing more would happen, or after `most` ms. */
  async runUntil<T>(promise: Promise<T>, maxMs = 24 * 60 * 60_000): Promise<T> {
    const end = this.time + maxMs;
    let hasEnded = false;
    const stop = () => {
      hasEnded = true;
    };
    promise.then(stop, stop);
    for (;;) {
      await flushPromises();
      if (hasEnded) return promise;
      this.step(end);
    }
  }

  /** Advances the clock. */
  async pass(ms: number): Promise<void> {
    let isOver = false;
    this.schedule(ms, () => {
      isOver = true;
    });
    while (!isOver) {
      await flushPromises();
      this.step(Number.POSITIVE_INFINITY);
    }
    await flushPromises();
  }

  private step(end: number): void {
    const nextTimer = this.timers.reduce<Timer | undefined>(
      (first, timer) => (first && first.at <= timer.at ? first : timer),
      undefined,
    );
    if (!nextTimer) throw new Error("Nothing more would happen");
    if (nextTimer.at > end)
      throw new Error(`Still at work after ${Math.round(this.time / 1_000)} s`);
    this.timers = this.timers.filter((timer) => timer !== nextTimer);
    this.time = Math.max(this.time, nextTimer.at);
    nextTimer.run();
  }
}

/** A seeded sequence of numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const STEP_MS = 100;

const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);

/**
 * A clock for limits that hold on an idle machine. It counts only steps of 100 ms in which a core was
 * idle for half the step and our timer was in time, so it stops while the machine is busy.
 */
export function createSteppedClock() {
  let seconds = 0;
  return {
    seconds: () => seconds,
    async step(): Promise<void> {
      const [startedAt, idle] = [performance.now(), idleMs()];
      await sleep(STEP_MS);
      const took = performance.now() - startedAt;
      if (took <= STEP_MS * 1.5 && idleMs() - idle >= STEP_MS / 2) seconds += took / 1000;
    },
  };
}
