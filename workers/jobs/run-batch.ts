import { inArray } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { type JobType, readMessage } from "~/platform/jobs/message";
import { jobs } from "~/platform/jobs/tables.server";
import type { Delivery } from "./deliver";

/** Work that holds files in memory: one at a time, so that a worker's 128 MB are enough. */
const HEAVY: readonly JobType[] = ["process-clip", "mirror-drive"];
/** Light messages handled at once: far below what any other side allows, with every consumer busy. */
const AT_ONCE = 6;
/** An invocation lasts 15 minutes at most; what has not begun by then goes back to the queue. */
const LAST_START_MS = 8 * 60_000;

interface Rooms<M extends Delivery> {
  db: Database;
  now: Clock;
  handle: (message: M) => Promise<void>;
}

/** Handles the messages of a batch: the light ones some at a time, the heavy ones in a row. */
export async function runBatch<M extends Delivery>(
  messages: readonly M[],
  rooms: Rooms<M>,
): Promise<void> {
  const latest = rooms.now().getTime() + LAST_START_MS;
  const heavyIds = await idsOfHeavy(messages, rooms.db);
  const jobIdOf = ({ body }: Delivery) => {
    const read = readMessage(body);
    return read.ok ? read.jobId : "";
  };
  const heavy = messages.filter((message) => heavyIds.has(jobIdOf(message)));
  const light = messages.filter((message) => !heavyIds.has(jobIdOf(message)));
  const work = async (queue: Iterator<M>) => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      if (rooms.now().getTime() < latest) await rooms.handle(next.value);
      else next.value.retry({ delaySeconds: 0 });
    }
  };
  const shared = light[Symbol.iterator]();
  const lanes = Array.from({ length: AT_ONCE }, () => work(shared));
  await Promise.all([...lanes, work(heavy[Symbol.iterator]())]);
}

async function idsOfHeavy(
  messages: readonly Delivery[],
  db: Database,
): Promise<ReadonlySet<string>> {
  const ids = messages.flatMap(({ body }) => {
    const read = readMessage(body);
    return read.ok ? [read.jobId] : [];
  });
  const found = new Set<string>();
  try {
    // D1 binds at most 100 values to a statement.
    for (let at = 0; at < ids.length; at += 90) {
      const some = inArray(jobs.id, ids.slice(at, at + 90));
      for (const { id, type } of await db
        .select({ id: jobs.id, type: jobs.type })
        .from(jobs)
        .where(some))
        if (HEAVY.some((heavy) => heavy === type)) found.add(id);
    }
  } catch {
    // A database that is away keeps each of them from beginning, and each says so by itself.
  }
  return found;
}
