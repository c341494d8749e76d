/** Runs an operation when its task is scheduled. */
export type ScheduleOperation = <T>(operation: () => Promise<T>) => Promise<T>;

/** A seeded sequence of numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Numbers of operations that a task runs in a row, so that now and then one runs far ahead. */
const STRETCHES = [1, 1, 2, 3, 5, 8, 13];

interface Task {
  waiting: (() => void)[];
  running: number;
  hasEnded: boolean;
}

/**
 * Interleaves tasks: runs one of their operations on database and bucket at a time, in a seeded order
 * that does not depend on a clock.
 */
export async function interleave<T>(
  random: () => number,
  tasks: readonly ((schedule: ScheduleOperation) => Promise<T>)[],
): Promise<T[]> {
  const states: Task[] = tasks.map(() => ({ waiting: [], running: 0, hasEnded: false }));
  let current: Task | undefined;
  let turnsLeft = 0;
  const runNext = () => {
    const live = states.filter(({ hasEnded }) => !hasEnded);
    if (live.some(({ running }) => running > 0)) return;
    // A task that neither waits nor has ended is about to do one of both.
    if (live.some(({ waiting }) => waiting.length === 0)) return;
    if (!current || current.hasEnded || turnsLeft <= 0) {
      current = live[Math.floor(random() * live.length)];
      turnsLeft = STRETCHES[Math.floor(random() * STRETCHES.length)] ?? 1;
    }
    turnsLeft -= 1;
    current?.waiting.shift()?.();
  };
  const turnFor =
    (task: Task): ScheduleOperation =>
    async (operation) => {
      await new Promise<void>((resume) => {
        task.waiting.push(resume);
        runNext();
      });
      task.running += 1;
      try {
        return await operation();
      } finally {
        task.running -= 1;
        // After the task's code has reached its next operation.
        setImmediate(runNext);
      }
    };
  return Promise.all(
    tasks.map(async (run, index) => {
      const task = states[index];
      if (!task) throw new Error("A task without a state");
      try {
        return await run(turnFor(task));
      } finally {
        task.hasEnded = true;
        runNext();
      }
    }),
  );
}
