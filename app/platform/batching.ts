import type { Clock } from "./clock";

interface Budget {
  batches: number;
  seconds?: number;
}

/** Ends well before the time limit of a sweep part. */
const DEFAULT_SECONDS = 120;

/**
 * Runs batches until nothing is left or the budget is used up.
 * @param processBatch returns how many it processed, and whether there may be more.
 * @returns how many were processed.
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

/** The platform's limit of open connections. */
const CONCURRENCY = 6;

/** Processes items, six at a time; `process` handles its own errors. */
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
