import { inArray, lte, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { measureBatches, measures } from "../tables.server";
import { slotOf } from "./slots";
import { addTo, type Cells, cellsText, mergeCells, readBatch, readCells } from "./tally";
import { GATHERED, planOf, viewsOf } from "./topics";

/** More than workers write between two sweeps; what is left, the next sweep takes. */
const AT_ONCE = 200;

/** Rows of {@link measures}, by topic and slot. */
type Sums = Map<string, { topic: string; slot: string; cells: Cells }>;

function sumUp(batches: readonly { at: string; cells: string }[]): Sums {
  const sums: Sums = new Map();
  for (const { at, cells } of batches) {
    const batch = readBatch(cells);
    for (const gathered of GATHERED)
      for (const [key, tally] of Object.entries(batch[gathered] ?? {}))
        for (const view of viewsOf(gathered, key)) {
          const { topic } = view;
          const slot = slotOf(new Date(at), planOf(topic));
          const sum = sums.get(`${topic}\n${slot}`) ?? { topic, slot, cells: {} };
          addTo(sum.cells, view.key, tally);
          sums.set(`${topic}\n${slot}`, sum);
        }
  }
  return sums;
}

/**
 * Adds what workers have gathered to what staff look at, and deletes it, in one batch that does nothing
 * where another sweep was quicker. @returns how many batches there were.
 */
export async function addUpMeasures(db: Database): Promise<number> {
  const batches = await db.select().from(measureBatches).orderBy(measureBatches.id).limit(AT_ONCE);
  const last = batches.at(-1);
  if (!last) return 0;
  const sums = sumUp(batches);
  const slots = [...new Set(Array.from(sums.values(), ({ slot }) => slot))];
  const known = await db.select().from(measures).where(inArray(measures.slot, slots));
  for (const row of known) {
    const sum = sums.get(`${row.topic}\n${row.slot}`);
    if (sum) sum.cells = mergeCells([readCells(row.cells), sum.cells]);
  }
  const rows = Array.from(sums.values(), (row) => [row.topic, row.slot, cellsText(row.cells)]);
  const ours = lte(measureBatches.id, last.id);
  const allThere = sql`(SELECT count(*) FROM ${measureBatches} WHERE ${ours}) = ${batches.length}`;
  await db.batch([
    insertSums(db, rows, allThere),
    db.delete(measureBatches).where(sql`${ours} AND ${allThere}`),
  ]);
  return batches.length;
}

/** The statement that puts rows of `[topic, slot, cells]` in place of those that were there. */
export function insertSums(db: Database, rows: readonly string[][], when = sql`1`) {
  return db
    .insert(measures)
    .select(
      sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(rows)}) WHERE ${when}`,
    )
    .onConflictDoUpdate({
      target: [measures.topic, measures.slot],
      set: { cells: sql`excluded.cells` },
    });
}
