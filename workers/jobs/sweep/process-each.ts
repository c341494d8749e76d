import { errorReason, type Log, type LogFields } from "~/monitoring/log";

/**
 * Settles things one by one. One that fails is told of and left to the next sweep: it must not
 * stand in the way of those behind it.
 * @param idsOf names a thing in the log.
 * @param settle answers whether it has settled it.
 * @returns how many were settled.
 */
export async function processEach<T>(
  things: readonly T[],
  { part, log, idsOf }: { part: string; log: Log; idsOf: (thing: T) => LogFields },
  settle: (thing: T) => Promise<boolean>,
): Promise<number> {
  let settledCount = 0;
  for (const thing of things) {
    try {
      if (await settle(thing)) settledCount += 1;
    } catch (error) {
      log("error", "sweep.failed", { part, ...idsOf(thing), reason: errorReason(error) });
    }
  }
  return settledCount;
}
