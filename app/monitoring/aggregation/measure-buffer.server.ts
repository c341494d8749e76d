import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { withTimeout } from "~/platform/timeout";
import { type HistogramMap, mergeIntoMap, packHistograms } from "../figures/histogram";
import { errorReason, type Log } from "../log";
import { measureBatches } from "../monitoring-tables.server";
import { skipIfBusy } from "../skip-if-busy";
import type { BufferedTopic } from "./topics";

/** How long a worker gathers before it writes, and how long again where it was not its turn. */
const WINDOW_MS = 5_000;
/** Batches that all workers together write in a minute: the statement that writes one decides. */
export const BATCHES_PER_MINUTE = 4;
const MINUTE_MS = 60_000;
/** Reports of one address in a window: more than a school full of artists sends. */
const PER_VISITOR = 60;
/** Reports of a window that all count; of more, one stands for several. */
const COUNTED = 500;
/** Those of one network (an IPv6 /48, an IPv4 /24): a fifth, so that none alone makes others stand for several. */
const PER_NETWORK = COUNTED / 5;
/** A database that says nothing is not waited for longer: what was gathered is kept for the next try. */
const ANSWERS_WITHIN_SECONDS = 5;
/** Work that outlives its request is ended by the platform after half a minute. */
const LONGEST_MS = 60_000;
/** What could not be written for so long is let go; what came after it is not. */
const GIVEN_UP_MS = 10 * 60_000;

type Batch = Partial<Record<BufferedTopic, HistogramMap>>;

/** How a worker writes what it has gathered, and waits until then. */
export interface WriteDeps {
  db: Database;
  log: Log;
  clock: () => Date;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
}

/**
 * Gathers what browsers measure, for all requests that one worker serves, so that however many reports
 * arrive only a few rows a minute are written. What it holds when the platform ends it is lost:
 * figures are a sample.
 */
export interface MeasureBuffer {
  /**
   * Whether a report is to be looked at, before it is read.
   * @param from the address that it came from, and the network around that.
   * @returns how many reports it stands for; 0 where it is left out; "too-many" of one visitor or network.
   */
  admit: (from: { visitor: string; network: string }, now: Date) => number | "too-many";
  add: (kind: BufferedTopic, cells: HistogramMap) => void;
  /** Writes what is gathered, some seconds later; at once done where another request is about to. */
  write: (deps: WriteDeps) => Promise<void>;
}

/** A gatherer with nothing in it: one for each worker. */
export function createMeasureBuffer(random: () => number): MeasureBuffer {
  let fresh: Batch = {};
  /** What could not be written, and when that was tried first. */
  let openBatch: { batch: Batch; since: number } | undefined;
  const inTurn = skipIfBusy(LONGEST_MS);
  let hasFailed = false;
  let admittedCount = 0;
  let windowEnds = 0;
  const visitors = new Map<string, number>();
  const networks = new Map<string, number>();

  /** @returns whether there is nothing left to write. */
  async function tryOnce({ db, log, clock }: WriteDeps): Promise<boolean> {
    const now = clock();
    if (openBatch && now.getTime() - openBatch.since > GIVEN_UP_MS) openBatch = undefined;
    const since = openBatch?.since ?? now.getTime();
    const total: Batch = {};
    addAll(total, openBatch?.batch ?? {});
    addAll(total, fresh);
    // What arrives meanwhile is the next batch's.
    fresh = {};
    openBatch = undefined;
    if (Object.keys(total).length === 0) return true;
    try {
      const isStored = await withTimeout(ANSWERS_WITHIN_SECONDS, storeBatch(db, total, now));
      hasFailed = false;
      if (isStored) return true;
    } catch (error) {
      if (!hasFailed) log("warn", "measures.not-stored", { reason: errorReason(error) });
      hasFailed = true;
    }
    hold(total, since);
    return false;
  }

  /** Another may hold something already, where this one took too long for its turn. */
  function hold(unsavedBatch: Batch, since: number): void {
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
      const before = visitors.get(visitor) ?? 0;
      const near = networks.get(network) ?? 0;
      if (before >= PER_VISITOR || near >= PER_NETWORK) return "too-many";
      visitors.set(visitor, before + 1);
      networks.set(network, near + 1);
      admittedCount += 1;
      const standsFor = 2 ** Math.max(0, Math.ceil(Math.log2(admittedCount / COUNTED)));
      return random() * standsFor < 1 ? standsFor : 0;
    },
    add: (kind, cells) => addAll(fresh, { [kind]: cells }),
    write: (deps) =>
      inTurn(deps.clock, async () => {
        await deps.sleep(WINDOW_MS);
        if (await tryOnce(deps)) return;
        await deps.sleep(WINDOW_MS * (1 + 3 * deps.random()));
        await tryOnce(deps);
      }),
  };
}

/** Adds what is in one batch to another. */
function addAll(to: Batch, more: Batch): void {
  for (const [kind, cells] of entriesOf(more)) {
    const targetCells = to[kind] ?? {};
    for (const [key, tally] of Object.entries(cells)) mergeIntoMap(targetCells, key, tally);
    to[kind] = targetCells;
  }
}

function entriesOf(batch: Batch): [BufferedTopic, HistogramMap][] {
  const { vitals, uploads } = batch;
  return [
    ...(vitals ? [["vitals", vitals] as const] : []),
    ...(uploads ? [["uploads", uploads] as const] : []),
  ].map(([kind, cells]) => [kind, cells]);
}

/** Writes a batch where all workers together have written few enough within a minute. @returns whether it did. */
async function storeBatch(db: Database, batch: Batch, now: Date): Promise<boolean> {
  const text = JSON.stringify(
    Object.fromEntries(entriesOf(batch).map(([kind, cells]) => [kind, packHistograms(cells)])),
  );
  const lately = new Date(now.getTime() - MINUTE_MS).toISOString();
  const rows = await db
    .insert(measureBatches)
    .select(
      sql`SELECT NULL, ${now.toISOString()}, ${text} WHERE (SELECT count(*) FROM ${measureBatches}
        WHERE ${measureBatches.at} > ${lately}) < ${BATCHES_PER_MINUTE}`,
    )
    .returning({ id: measureBatches.id });
  return rows.length > 0;
}
