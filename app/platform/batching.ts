import type { Clock } from "./clock";

/** How much is done at once, where there may be any amount to do. */
interface Budget {
  /** How many batches at most. */
  batches: number;
  /** After so many seconds no further one is begun. */
  seconds?: number;
}

/** Well before a part of the sweep is given up. */
const DEFAULT_SECONDS = 120;

/**
 * Settles things batch by batch, until there is nothing left or the budget is used up.
 * @param processBatch settles some of what is left; answers how many, and whether there may be more.
 * @returns how many were settled.
 */
export async function runInBatches(
  processBatch: () => Promise<{ settled: number; more: boolean }>,
  { batches, seconds = DEFAULT_SECONDS }: Budget,
  now: Clock,
): Promise<number> {
  const deadline = now().getTime() + seconds * 1000;
  let settledCount = 0;
  for (let round = 0; round < batches && now().getTime() < deadline; round++) {
    const result = await processBatch();
    settledCount += result.settled;
    if (!result.more) break;
  }
  return settledCount;
}

/** As many connections as the platform opens at the same time. */
const CONCURRENCY = 6;

/** Does something for each thing, six at a time; `act` itself tells of its failures. */
export async function forEachConcurrent<T>(
  items: readonly T[],
  process: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await process(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
