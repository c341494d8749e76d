import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Lets everything that has been promised so far happen. */
const breathe = () => new Promise((resolve) => setImmediate(resolve));

interface Timer {
  at: number;
  run: () => void;
}

/** A clock that stands still while there is work, and jumps to the next thing to happen. */
export class VirtualTime {
  private timers: Timer[] = [];
  private time = 0;

  now = (): number => this.time;

  /** Runs something later; returns the function that stops it. */
  schedule(ms: number, run: () => void): () => void {
    const timer = { at: this.time + Math.max(0, ms), run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Goes on until `work` has ended. @throws when nothing more would happen, or after `most` ms. */
  async until<T>(work: Promise<T>, most = 24 * 60 * 60_000): Promise<T> {
    const end = this.time + most;
    let ended = false;
    const stop = () => {
      ended = true;
    };
    work.then(stop, stop);
    for (;;) {
      await breathe();
      if (ended) return work;
      this.step(end);
    }
  }

  /** Lets so many milliseconds pass. */
  async pass(ms: number): Promise<void> {
    let over = false;
    this.schedule(ms, () => {
      over = true;
    });
    while (!over) {
      await breathe();
      this.step(Number.POSITIVE_INFINITY);
    }
    await breathe();
  }

  private step(end: number): void {
    const next = this.timers.reduce<Timer | undefined>(
      (first, timer) => (first && first.at <= timer.at ? first : timer),
      undefined,
    );
    if (!next) throw new Error("Nothing more would happen");
    if (next.at > end) throw new Error(`Still at work after ${Math.round(this.time / 1_000)} s`);
    this.timers = this.timers.filter((timer) => timer !== next);
    this.time = Math.max(this.time, next.at);
    next.run();
  }
}

/** Numbers in [0, 1) that look random and are the same every time. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const STEP_MS = 100;

const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);

/**
 * A clock for figures that hold on a machine with time to spare. It goes on by steps of 100 ms, and
 * only by those in which a core had nothing to do for half the step and our own timer came in time:
 * while others keep the machine busy it stands.
 */
export function createSteppedClock() {
  let seconds = 0;
  return {
    seconds: () => seconds,
    async step(): Promise<void> {
      const [at, idle] = [performance.now(), idleMs()];
      await sleep(STEP_MS);
      const took = performance.now() - at;
      if (took <= STEP_MS * 1.5 && idleMs() - idle >= STEP_MS / 2) seconds += took / 1000;
    },
  };
}
