import { firstPerOwner, interleaveByOwner } from "~/jobs/fair-order";
import { readMessage } from "~/jobs/job-message";
import type { Clock } from "~/platform/clock";
import type { Delivery } from "./deliver";

/** Light messages handled at once: with every consumer busy, still far below every third party's limit. */
export const LIGHT_CONCURRENCY = 6;
/** Heavy jobs of an artist, and of all, that one batch does: `limits.cpu_ms` is meant for these. */
export const MAX_HEAVY_PER_ARTIST = 2;
export const MAX_HEAVY = 6;
/** An invocation lasts 15 minutes at most; what has not begun by then goes back to the queue. */
const LAST_START_MS = 8 * 60_000;

interface BatchDeps<M extends Delivery> {
  /**
   * Those of these jobs that hold files in memory, each with its owner. They run one at a time, so
   * that a worker's 128 MB are enough.
   */
  ownersOfHeavyJobs: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Sends new messages for jobs, to the end of the queue. */
  sendToEnd: (jobIds: readonly string[]) => Promise<void>;
  /** Called for each further message of a heavy job. */
  onRepeated: (jobId: string) => void;
  now: Clock;
  handle: (message: M) => Promise<void>;
}

function readJobId({ body }: Delivery): string {
  const read = readMessage(body);
  return read.ok ? read.jobId : "";
}

/**
 * Acknowledges further messages for a heavy job of the batch. Each would be sent again as one of its
 * own, and a queue that delivers some twice would grow.
 */
function skipRepeated<M extends Delivery>(
  messages: readonly M[],
  onRepeated: (jobId: string) => void,
): M[] {
  const seenIds = new Set<string>();
  return messages.filter((message) => {
    const id = readJobId(message);
    if (!seenIds.has(id)) return seenIds.add(id);
    onRepeated(id);
    message.ack();
    return false;
  });
}

/**
 * Handles the messages of a batch: the light ones some at a time, the heavy ones one by one with the
 * artists in turn. Of an artist's heavy jobs a batch does a few; the others go to the end of the
 * queue, so that nobody waits behind them.
 */
export async function runBatch<M extends Delivery>(
  messages: readonly M[],
  { ownersOfHeavyJobs, sendToEnd, onRepeated, now, handle }: BatchDeps<M>,
): Promise<void> {
  const latestStart = now().getTime() + LAST_START_MS;
  const ids = messages.map(readJobId).filter((id) => id !== "");
  // While the database is away each message fails by itself, and is returned to the queue.
  const owners = await ownersOfHeavyJobs(ids).catch(() => new Map<string, string>());
  const getOwner = (message: M) => owners.get(readJobId(message)) ?? "";
  const isHeavy = (message: M) => owners.has(readJobId(message));
  const heavy = skipRepeated(messages.filter(isHeavy), onRepeated);
  const { first, others } = firstPerOwner(heavy, MAX_HEAVY_PER_ARTIST, getOwner);
  const postponed = interleaveByOwner([...first.slice(MAX_HEAVY), ...others], getOwner);
  const runLane = async (lane: Iterable<M>) => {
    for (const message of lane) {
      if (now().getTime() < latestStart) await handle(message);
      else message.retry({ delaySeconds: 0 });
    }
  };
  const light = messages.filter((message) => !isHeavy(message)).values();
  const lanes = Array.from({ length: LIGHT_CONCURRENCY }, () => runLane(light));
  await Promise.all([...lanes, requeue(postponed, sendToEnd), runLane(first.slice(0, MAX_HEAVY))]);
}

/** Sends new messages, because the queue gives a message up after some deliveries. */
async function requeue(
  messages: readonly Delivery[],
  sendToEnd: (jobIds: readonly string[]) => Promise<void>,
): Promise<void> {
  if (messages.length === 0) return;
  try {
    await sendToEnd(messages.map(readJobId));
    for (const message of messages) message.ack();
  } catch {
    for (const message of messages) message.retry({ delaySeconds: 0 });
  }
}
