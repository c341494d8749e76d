import { errorReason, type Log } from "~/monitoring/log";
import { forEachConcurrent, runInBatches } from "~/platform/batching";
import type { Clock } from "~/platform/clock";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { dueStrays, deleteStrays, type Stray } from "./stray-store.server";

const BATCH_SIZE = 100;
/** In one sweep 1,000, of two calls of the bucket each. */
const MAX_BATCHES = 10;

/** Removes from the bucket what is nobody's; what is gone already does not matter. */
export async function removeStray(deps: ReceivingDeps, { key, carrier: name }: Stray) {
  const carrier = backendOfUpload(deps, { carrier: name });
  await carrier.remove(...(key.endsWith("/") ? await carrier.list(key) : [key]));
}

/**
 * Removes what crashes have left in the bucket. What cannot be removed now stands in no other's way,
 * and is tried again by the next sweep.
 * @returns how many were removed.
 */
export function removeStrays(deps: ReceivingDeps, log: Log, clock: Clock): Promise<number> {
  const triedKeys: string[] = [];
  const processBatch = async () => {
    const dueList = await dueStrays(deps.db, clock(), { limit: BATCH_SIZE, excludeKeys: triedKeys });
    triedKeys.push(...dueList.map(({ key }) => key));
    const keys: string[] = [];
    await forEachConcurrent(dueList, async (stray) => {
      try {
        await removeStray(deps, stray);
        keys.push(stray.key);
      } catch (error) {
        const { draftId } = stray;
        log("error", "sweep.failed", { part: "strays", draftId, reason: errorReason(error) });
      }
    });
    if (keys.length > 0) await deleteStrays(deps.db, keys);
    return { settled: keys.length, more: dueList.length === BATCH_SIZE };
  };
  return runInBatches(processBatch, { batches: MAX_BATCHES }, clock);
}
