import { setTimeout as pause } from "node:timers/promises";
import type { AppServer } from "../support/app-server";
import { readUsage, type Usage } from "./read-usage";

const LOOK_MS = 200;
const MAX_LOOKS = 300;

/** Everything used so far, once no message is on its way any more. */
export async function settledUsage(app: AppServer): Promise<Usage> {
  for (let tries = 0; tries < MAX_LOOKS; tries++) {
    const usage = readUsage(app.output());
    const [reads = 0, deletes = 0, writes = 0] = ["queueReads", "queueDeletes", "queueWrites"].map(
      (name) => usage.get(name),
    );
    if (writes === deletes && reads >= deletes) return usage;
    await pause(LOOK_MS);
  }
  throw new Error("Messages of the queue are still on their way.");
}
