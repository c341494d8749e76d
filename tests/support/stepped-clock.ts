import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

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
