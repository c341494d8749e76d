import { errorReason, type Log } from "~/monitoring/log";
import { forEachConcurrent, runInBatches } from "~/platform/batching";
import type { Clock } from "~/platform/clock";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { dueStrays, forgetStrays, type Stray } from "./stray-store.server";

const AT_ONCE = 100;
/** In one sweep 1,000, of two calls of the bucket each. */
const BATCHES = 10;

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
  const batch = async () => {
    const due = await dueStrays(deps.db, clock(), { limit: AT_ONCE, but: triedKeys });
    triedKeys.push(...due.map(({ key }) => key));
    const keys: string[] = [];
    await forEachConcurrent(due, async (stray) => {
      try {
        await removeStray(deps, stray);
        keys.push(stray.key);
      } catch (error) {
        const { draftId } = stray;
        log("error", "sweep.failed", { part: "strays", draftId, reason: errorReason(error) });
      }
    });
    if (keys.length > 0) await forgetStrays(deps.db, keys);
    return { settled: keys.length, more: due.length === AT_ONCE };
  };
  return runInBatches(batch, { batches: BATCHES }, clock);
}
