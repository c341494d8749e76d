import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { withTimeout } from "~/platform/timeout";
import { errorReason, type Log } from "../log";
import { measureBatches } from "../monitoring-tables.server";
import { skipIfBusy } from "../skip-if-busy";
import type { BufferedTopic } from "./aggregation.server";
import { type HistogramMap, mergeIntoMap, packHistograms } from "./histogram.server";

/** How long a worker gathers before it writes, and waits before a retry. */
const WINDOW_MS = 5_000;
/** Batches of all workers together per minute; the inserting statement checks it. */
export const BATCHES_PER_MINUTE = 4;
const MINUTE_MS = 60_000;
/** Reports per address and window; a school full of artists sends fewer. */
const MAX_PER_VISITOR = 60;
/** Reports per window that are all counted; beyond it, they are sampled. */
const MAX_COUNTED = 500;
/** Per network (IPv6 /48, IPv4 /24): a fifth, so that no single network causes sampling. */
const MAX_PER_NETWORK = MAX_COUNTED / 5;
const STORE_TIMEOUT_SECONDS = 5;
/** The platform ends work half a minute after its request. */
const MAX_WRITE_MS = 60_000;
/** Unwritten figures older than this are dropped. */
const MAX_BATCH_AGE_MS = 10 * 60_000;

type Batch = Partial<Record<BufferedTopic, HistogramMap>>;

export interface WriteDeps {
  db: Database;
  log: Log;
  clock: () => Date;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
}

/**
 * Gathers measurements for all requests of a worker, so that any number of reports becomes a few rows
 * per minute. Unwritten ones are lost when the platform ends the worker: the figures are a sample.
 */
export interface MeasureBuffer {
  /**
   * Decides before reading whether a report counts.
   * @param sender its address and network.
   * @returns how many reports it stands for; 0 if it is sampled out; "too-many" for a visitor or network
   * over the limit.
   */
  admit: (sender: { visitor: string; network: string }, now: Date) => number | "too-many";
  add: (kind: BufferedTopic, cells: HistogramMap) => void;
  /** Writes after some seconds; resolves at once if another request is about to write. */
  write: (deps: WriteDeps) => Promise<void>;
}

/** Create one per worker. */
export function createMeasureBuffer(random: () => number): MeasureBuffer {
  let newBatch: Batch = {};
  /** The unwritten batch, and when writing it was tried first. */
  let openBatch: { batch: Batch; since: number } | undefined;
  const runExclusive = skipIfBusy(MAX_WRITE_MS);
  let hasFailed = false;
  let admittedCount = 0;
  let windowEnds = 0;
  const visitors = new Map<string, number>();
  const networks = new Map<string, number>();

  /** @returns whether nothing is left to write. */
  async function tryStore({ db, log, clock }: WriteDeps): Promise<boolean> {
    const now = clock();
    if (openBatch && now.getTime() - openBatch.since > MAX_BATCH_AGE_MS) openBatch = undefined;
    const since = openBatch?.since ?? now.getTime();
    const total: Batch = {};
    addAll(total, openBatch?.batch ?? {});
    addAll(total, newBatch);
    // Reports that arrive meanwhile belong to the next batch.
    newBatch = {};
    openBatch = undefined;
    if (Object.keys(total).length === 0) return true;
    try {
      const isStored = await withTimeout(STORE_TIMEOUT_SECONDS, storeBatch(db, total, now));
      hasFailed = false;
      if (isStored) return true;
    } catch (error) {
      if (!hasFailed) log("warn", "measures.not-stored", { reason: errorReason(error) });
      hasFailed = true;
    }
    keepBatch(total, since);
    return false;
  }

  /** If this write exceeded its turn, another may have kept a batch already. */
  function keepBatch(unsavedBatch: Batch, since: number): void {
    const batch = openBatch?.batch ?? {};
    addAll(batch, unsavedBatch);
    openBatch = { batch, since: Math.min(since, openBatch?.since ?? since) };
  }

  return {
    admit: ({ visitor, network }, now) => {
      if (now.getTime() >= windowEnds) {
        windowEnds = now.getTime() + WINDOW_MS;
        admittedCount = 0;
        visitors.clear();
        networks.clear();
      }
      const visitorCount = visitors.get(visitor) ?? 0;
      const networkCount = networks.get(network) ?? 0;
      if (visitorCount >= MAX_PER_VISITOR || networkCount >= MAX_PER_NETWORK) return "too-many";
      visitors.set(visitor, visitorCount + 1);
      networks.set(network, networkCount + 1);
      admittedCount += 1;
      const weight = 2 ** Math.max(0, Math.ceil(Math.log2(admittedCount / MAX_COUNTED)));
      return random() * weight < 1 ? weight : 0;
    },
    add: (kind, cells) => addAll(newBatch, { [kind]: cells }),
    write: (deps) =>
      runExclusive(deps.clock, async () => {
        await deps.sleep(WINDOW_MS);
        if (await tryStore(deps)) return;
        await deps.sleep(WINDOW_MS * (1 + 3 * deps.random()));
        await tryStore(deps);
      }),
  };
}

function addAll(target: Batch, source: Batch): void {
  for (const [kind, cells] of toEntries(source)) {
    const targetCells = target[kind] ?? {};
    for (const [key, tally] of Object.entries(cells)) mergeIntoMap(targetCells, key, tally);
    target[kind] = targetCells;
  }
}

function toEntries(batch: Batch): [BufferedTopic, HistogramMap][] {
  const { vitals, uploads } = batch;
  return [
    ...(vitals ? [["vitals", vitals] as const] : []),
    ...(uploads ? [["uploads", uploads] as const] : []),
  ].map(([kind, cells]) => [kind, cells]);
}

/**
 * Inserts a batch unless all workers together reached the limit per minute. @returns whether it was
 * inserted.
 */
async function storeBatch(db: Database, batch: Batch, now: Date): Promise<boolean> {
  const text = JSON.stringify(
    Object.fromEntries(toEntries(batch).map(([kind, cells]) => [kind, packHistograms(cells)])),
  );
  const minuteAgo = new Date(now.getTime() - MINUTE_MS).toISOString();
  const rows = await db
    .insert(measureBatches)
    .select(
      sql`SELECT NULL, ${now.toISOString()}, ${text} WHERE (SELECT count(*) FROM ${measureBatches}
        WHERE ${measureBatches.at} > ${minuteAgo}) < ${BATCHES_PER_MINUTE}`,
    )
    .returning({ id: measureBatches.id });
  return rows.length > 0;
}
