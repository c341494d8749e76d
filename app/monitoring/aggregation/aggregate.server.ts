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
const AT_ONCE = 200;

/** Keyed by topic and slot. */
type Sums = Map<string, { topic: string; slot: string; cells: HistogramMap }>;

function sumUp(batches: readonly { at: string; cells: string }[]): Sums {
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
 * Adds gathered batches to the aggregates and deletes them, in one batch that does nothing if another sweep
 * was
 * faster. @returns how many batches there were.
 */
export async function aggregateMeasures(db: Database): Promise<number> {
  const batches = await db.select().from(measureBatches).orderBy(measureBatches.id).limit(AT_ONCE);
  const last = batches.at(-1);
  if (!last) return 0;
  const sums = sumUp(batches);
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
  const ours = lte(measureBatches.id, last.id);
  const allThere = sql`(SELECT count(*) FROM ${measureBatches} WHERE ${ours}) = ${batches.length}`;
  const [first, ...others] = replaceAggregates(db, rows, allThere);
  const deletion = db.delete(measureBatches).where(sql`${ours} AND ${allThere}`);
  await db.batch([first, ...others, deletion]);
  return batches.length;
}

/** One JSON list, since D1 binds at most 100 values per statement. */
export const inTimeSlots = (slots: readonly string[]): SQL =>
  inArray(measures.slot, sql`(SELECT value FROM json_each(${JSON.stringify(slots)}))`);

/** Characters per bound value: D1 allows two million bytes, and a day of all pages can exceed that. */
const MOST_LETTERS = 500_000;

/** JSON lists that each fit into a bound value; at least one, possibly empty. */
function listsOf(rows: readonly string[][]): [string, ...string[]] {
  const lists: string[][] = [];
  let letters = MOST_LETTERS;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (letters + text.length > MOST_LETTERS) {
      lists.push([]);
      letters = 0;
    }
    letters += text.length;
    lists.at(-1)?.push(text);
  }
  const [first = [], ...others] = lists;
  return [`[${first.join()}]`, ...others.map((list) => `[${list.join()}]`)];
}

/** The statements, at least one, that insert or replace rows of `[topic, slot, cells]`. */
export function replaceAggregates(db: Database, rows: readonly string[][], when = sql`1`) {
  const insert = (list: string) =>
    db
      .insert(measures)
      .select(
        sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${list}) WHERE ${when}`,
      )
      .onConflictDoUpdate({
        target: [measures.topic, measures.slot],
        set: { cells: sql`excluded.cells` },
      });
  const [first, ...others] = listsOf(rows);
  return [insert(first), ...others.map(insert)] as const;
}
