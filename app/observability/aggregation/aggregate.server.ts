import { inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import {
  type HistogramMap,
  mergeHistogramMaps,
  mergeIntoMap,
  parseHistograms,
  readBatch,
  serializeHistograms,
} from "../figures/histogram";
import { slotOf } from "../figures/time-slots";
import { measureBatches, measures } from "../monitoring-tables.server";
import { aggregateKeys, BUFFERED_TOPICS, rollupPlanOf } from "./topics";

/** More than workers write between two sweeps; the rest waits for the next sweep. */
const MAX_BATCHES = 200;

/** Keyed by topic and slot. */
type Sums = Map<string, { topic: string; slot: string; cells: HistogramMap }>;

function sumBatches(batches: readonly { at: string; cells: string }[]): Sums {
  const sums: Sums = new Map();
  for (const { at, cells } of batches) {
    const batch = readBatch(cells);
    for (const kind of BUFFERED_TOPICS)
      for (const [key, tally] of Object.entries(batch[kind] ?? {}))
        for (const view of aggregateKeys(kind, key)) {
          const { topic } = view;
          const slot = slotOf(new Date(at), rollupPlanOf(topic));
          const sum = sums.get(`${topic}\n${slot}`) ?? { topic, slot, cells: {} };
          mergeIntoMap(sum.cells, view.key, tally);
          sums.set(`${topic}\n${slot}`, sum);
        }
  }
  return sums;
}

/**
 * Adds gathered batches to the aggregates and deletes them, in one batch that does nothing if another
 * sweep was faster. @returns how many batches there were.
 */
export async function aggregateMeasures(db: Database): Promise<number> {
  const batches = await db
    .select()
    .from(measureBatches)
    .orderBy(measureBatches.id)
    .limit(MAX_BATCHES);
  const last = batches.at(-1);
  if (!last) return 0;
  const sums = sumBatches(batches);
  const slots = [...new Set(Array.from(sums.values(), ({ slot }) => slot))];
  const storedRows = await db.select().from(measures).where(inTimeSlots(slots));
  for (const row of storedRows) {
    const sum = sums.get(`${row.topic}\n${row.slot}`);
    if (sum) sum.cells = mergeHistogramMaps([parseHistograms(row.cells), sum.cells]);
  }
  const rows = Array.from(sums.values(), (row) => [
    row.topic,
    row.slot,
    serializeHistograms(row.cells),
  ]);
  const isInBatch = lte(measureBatches.id, last.id);
  const isUnchanged = sql`(SELECT count(*) FROM ${measureBatches} WHERE ${isInBatch}) = ${batches.length}`;
  const [first, ...others] = replaceAggregates(db, rows, isUnchanged);
  const deletion = db.delete(measureBatches).where(sql`${isInBatch} AND ${isUnchanged}`);
  await db.batch([first, ...others, deletion]);
  return batches.length;
}

/** One JSON list, since D1 binds at most 100 values per statement. */
export const inTimeSlots = (slots: readonly string[]): SQL =>
  inArray(measures.slot, sql`(SELECT value FROM json_each(${JSON.stringify(slots)}))`);

/** Characters per bound value: D1 allows two million bytes, and a day of all pages can exceed that. */
const MAX_CHARACTERS = 500_000;

/** JSON lists that each fit into a bound value; at least one, possibly empty. */
function chunkRows(rows: readonly string[][]): [string, ...string[]] {
  const lists: string[][] = [];
  let length = MAX_CHARACTERS;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (length + text.length > MAX_CHARACTERS) {
      lists.push([]);
      length = 0;
    }
    length += text.length;
    lists.at(-1)?.push(text);
  }
  const [first = [], ...others] = lists;
  return [`[${first.join()}]`, ...others.map((list) => `[${list.join()}]`)];
}

/** The statements, at least one, that insert or replace rows of `[topic, slot, cells]`. */
export function replaceAggregates(db: Database, rows: readonly string[][], condition = sql`1`) {
  const insert = (list: string) =>
    db
      .insert(measures)
      .select(
        sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${list}) WHERE ${condition}`,
      )
      .onConflictDoUpdate({
        target: [measures.topic, measures.slot],
        set: { cells: sql`excluded.cells` },
      });
  const [first, ...others] = chunkRows(rows);
  return [insert(first), ...others.map(insert)] as const;
}
