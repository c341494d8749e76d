import type { Clock } from "~/platform/clock";
import { type JobType, readMessage } from "~/platform/jobs/message";
import type { Delivery } from "./deliver";

/** Work that holds files in memory: one at a time, so that a worker's 128 MB are enough. */
const HEAVY: readonly JobType[] = ["process-clip", "mirror-drive"];
/** Light messages handled at once: far below what any other side allows, with every consumer busy. */
export const AT_ONCE = 6;
/** An invocation lasts 15 minutes at most; what has not begun by then goes back to the queue. */
const LAST_START_MS = 8 * 60_000;

interface Rooms<M extends Delivery> {
  /** Which of these jobs are of these types. */
  idsOfTypes: (ids: readonly string[], types: readonly JobType[]) => Promise<ReadonlySet<string>>;
  now: Clock;
  handle: (message: M) => Promise<void>;
}

function jobIdOf({ body }: Delivery): string | undefined {
  const read = readMessage(body);
  return read.ok ? read.jobId : undefined;
}

/** Handles the messages of a batch: the light ones some at a time, the heavy ones in a row. */
export async function runBatch<M extends Delivery>(
  messages: readonly M[],
  { idsOfTypes, now, handle }: Rooms<M>,
): Promise<void> {
  const latest = now().getTime() + LAST_START_MS;
  const ids = messages.flatMap((message) => jobIdOf(message) ?? []);
  // A database that is away keeps each of them from beginning, and each says so by itself.
  const heavyIds = await idsOfTypes(ids, HEAVY).catch(() => new Set<string>());
  const isHeavy = (message: M) => heavyIds.has(jobIdOf(message) ?? "");
  const work = async (lane: Iterable<M>) => {
    for (const message of lane) {
      if (now().getTime() < latest) await handle(message);
      else message.retry({ delaySeconds: 0 });
    }
  };
  const light = messages.filter((message) => !isHeavy(message)).values();
  const lanes = Array.from({ length: AT_ONCE }, () => work(light));
  await Promise.all([...lanes, work(messages.filter(isHeavy))]);
}
