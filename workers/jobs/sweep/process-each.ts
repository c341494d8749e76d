import { errorReason, type Log, type LogFields } from "~/monitoring/log";

/**
 * Settles things one by one. One that fails is told of and left to the next sweep: it must not
 * stand in the way of those behind it.
 * @param idsOf names a thing in the log.
 * @param process answers whether it has settled it.
 * @returns how many were settled.
 */
export async function processEach<T>(
  items: readonly T[],
  { part, log, toLogFields: idsOf }: { part: string; log: Log; toLogFields: (item: T) => LogFields },
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
