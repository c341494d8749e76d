import { errorReason, type Log, type LogFields } from "~/observability/log";

/**
 * Processes items one by one. One that fails is logged and left to the next sweep, so that it blocks
 * no other.
 * @param process returns whether the item counts as processed.
 * @returns how many were processed.
 */
export async function processEach<T>(
  items: readonly T[],
  { part, log, toLogFields }: { part: string; log: Log; toLogFields: (item: T) => LogFields },
  process: (item: T) => Promise<boolean>,
): Promise<number> {
  let processedCount = 0;
  for (const item of items) {
    try {
      if (await process(item)) processedCount += 1;
    } catch (error) {
      log("error", "sweep.failed", { part, ...toLogFields(item), reason: errorReason(error) });
    }
  }
  return processedCount;
}
