import { errorReason, type Log } from "~/observability/log";
import { forEachConcurrent, runInBatches } from "~/platform/batching";
import type { Clock } from "~/platform/clock";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { deleteStrays, listDueStrays, type Stray } from "./stray-store.server";

const BATCH_SIZE = 100;
/** 1,000 in a sweep, with two bucket calls each. */
const MAX_BATCHES = 10;

/** Ignores what is gone. */
export async function removeStray(deps: ReceivingDeps, { key, carrier: name }: Stray) {
  const carrier = backendOfUpload(deps, { carrier: name });
  await carrier.remove(...(key.endsWith("/") ? await carrier.list(key) : [key]));
}

/**
 * Removes leftovers of crashes from the bucket. A failure does not stop the others and is retried
 * by the next sweep.
 * @returns how many were removed.
 */
export function removeStrays(deps: ReceivingDeps, log: Log, clock: Clock): Promise<number> {
  const triedKeys: string[] = [];
  const processBatch = async () => {
    const dueList = await listDueStrays(deps.db, clock(), {
      limit: BATCH_SIZE,
      excludeKeys: triedKeys,
    });
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
