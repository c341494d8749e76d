import { and, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, runBatch } from "~/platform/database.server";
import { errorCounts, funnelCounts, measureBatches, measures } from "../monitoring-tables.server";
import {
  type HistogramMap,
  mergeHistogramMaps,
  mergeIntoMap,
  parseHistograms,
  readBatch,
  serializeHistograms,
} from "./histogram.server";
import {
  COARSE_ROLLUP,
  DAILY_ROLLUP,
  dueRollups,
  FINE_ROLLUP,
  longerSlot,
  type RollupPlan,
  slotOf,
} from "./time-slots";
import { UPLOADS } from "./upload-health.server";
import { VITALS, VITALS_BY_DEVICE, VITALS_BY_PAGE, vitalsViews } from "./vitals.server";

/** Measurements of one kind, by their most detailed keys. */
const BUFFERED_TOPICS = [VITALS, UPLOADS] as const;
export type BufferedTopic = (typeof BUFFERED_TOPICS)[number];

/** The topics a measurement is added to, and its key in each. */
export function aggregateKeys(kind: BufferedTopic, key: string): { topic: string; key: string }[] {
  return kind === VITALS ? vitalsViews(key) : [{ topic: UPLOADS, key }];
}

/** The periods in which a topic is aggregated. */
export function rollupPlanOf(topic: string): RollupPlan {
  if (topic === VITALS || topic === UPLOADS) return FINE_ROLLUP;
  return topic === VITALS_BY_DEVICE || topic === VITALS_BY_PAGE ? COARSE_ROLLUP : DAILY_ROLLUP;
}

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
  const deletion = db.delete(measureBatches).where(sql`${isInBatch} AND ${isUnchanged}`);
  await runBatch(db, [...replaceAggregates(db, rows, isUnchanged), deletion]);
  return batches.length;
}

/** One JSON list, since D1 binds at most 100 values per statement. */
const inTimeSlots = (slots: readonly string[]): SQL =>
  inArray(measures.slot, sql`(SELECT value FROM json_each(${JSON.stringify(slots)}))`);

/** Characters per bound value: D1 allows two million bytes, and a day of all pages can exceed that. */
const MAX_CHARACTERS = 500_000;

/** JSON lists that each fit into a bound value. */
function chunkRows(rows: readonly string[][]): string[] {
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
  return lists.map((list) => `[${list.join()}]`);
}

/** The statements that insert or replace rows of `[topic, slot, cells]`. */
function replaceAggregates(db: Database, rows: readonly string[][], condition: SQL) {
  return chunkRows(rows).map((list) =>
    db
      .insert(measures)
      .select(
        sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${list}) WHERE ${condition}`,
      )
      .onConflictDoUpdate({
        target: [measures.topic, measures.slot],
        set: { cells: sql`excluded.cells` },
      }),
  );
}

/** More than a year, to compare a month with the same one of the year before. */
const RETENTION_DAYS = 400;
/** Rows per run; the rest waits an hour. */
const MAX_ROWS = 300;
const HOUR_MS = 3_600_000;

/** {@link longerSlot} in SQL. */
const longerSlotSql = (slot: SQL | typeof measures.slot | typeof errorCounts.slot, ms: number) => {
  const hours = ms / HOUR_MS;
  return sql`substr(${slot}, 1, 11) || printf('%02d', CAST(substr(${slot}, 12, 2) AS INTEGER) / ${sql.raw(String(hours))} * ${sql.raw(String(hours))}) || ':00:00.000Z'`;
};

/** Merges old short periods into longer ones; nothing is counted twice or lost. */
async function joinCounts(db: Database, now: Date): Promise<void> {
  for (const { before, ms } of dueRollups(now, FINE_ROLLUP)) {
    const isDueError = sql`${errorCounts.slot} < ${before} AND ${errorCounts.slot} <> ${longerSlotSql(errorCounts.slot, ms)}`;
    const isDueFunnelCount = sql`${funnelCounts.slot} < ${before} AND ${funnelCounts.slot} <> ${longerSlotSql(sql`${funnelCounts.slot}`, ms)}`;
    await db.batch([
      db
        .insert(errorCounts)
        .select(
          sql`SELECT ${longerSlotSql(errorCounts.slot, ms)}, source, category, severity, sum(count) FROM ${errorCounts}
            WHERE ${isDueError} GROUP BY 1, 2, 3, 4`,
        )
        .onConflictDoUpdate({
          target: [
            errorCounts.slot,
            errorCounts.source,
            errorCounts.category,
            errorCounts.severity,
          ],
          set: { count: sql`${errorCounts.count} + excluded.count` },
        }),
      db.delete(errorCounts).where(isDueError),
      db
        .insert(funnelCounts)
        .select(
          sql`SELECT ${longerSlotSql(sql`${funnelCounts.slot}`, ms)}, event, step, sum(count) FROM ${funnelCounts}
            WHERE ${isDueFunnelCount} GROUP BY 1, 2, 3`,
        )
        .onConflictDoUpdate({
          target: [funnelCounts.slot, funnelCounts.event, funnelCounts.step],
          set: { count: sql`${funnelCounts.count} + excluded.count` },
        }),
      db.delete(funnelCounts).where(isDueFunnelCount),
    ]);
  }
}

async function joinMeasures(db: Database, now: Date, plan: RollupPlan): Promise<number> {
  let joinedCount = 0;
  for (const { before, ms } of dueRollups(now, plan)) {
    const isShortSlot = and(
      lt(measures.slot, before),
      sql`${measures.slot} <> ${longerSlotSql(measures.slot, ms)}`,
    );
    const dueRows = (
      await db.select().from(measures).where(isShortSlot).orderBy(measures.slot).limit(MAX_ROWS)
    ).filter(({ topic }) => rollupPlanOf(topic) === plan);
    if (dueRows.length === 0) continue;
    const sums = new Map<string, { topic: string; slot: string; histograms: HistogramMap[] }>();
    for (const { topic, slot, cells } of dueRows) {
      const longSlot = longerSlot(slot, ms);
      const sum = sums.get(`${topic}\n${longSlot}`) ?? { topic, slot: longSlot, histograms: [] };
      sum.histograms.push(parseHistograms(cells));
      sums.set(`${topic}\n${longSlot}`, sum);
    }
    const targets = [...new Set(Array.from(sums.values(), ({ slot }) => slot))];
    for (const { topic, slot, cells } of await db
      .select()
      .from(measures)
      .where(inTimeSlots(targets)))
      sums.get(`${topic}\n${slot}`)?.histograms.push(parseHistograms(cells));
    const names = JSON.stringify(dueRows.map(({ topic, slot }) => [topic, slot]));
    const isDueRow = sql`(${measures.topic}, ${measures.slot}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${names}))`;
    const isUnchanged = sql`(SELECT count(*) FROM ${measures} WHERE ${isDueRow}) = ${dueRows.length}`;
    const rows = Array.from(sums.values(), ({ topic, slot, histograms }) => [
      topic,
      slot,
      serializeHistograms(mergeHistogramMaps(histograms)),
    ]);
    const deletion = db.delete(measures).where(sql`${isDueRow} AND ${isUnchanged}`);
    await runBatch(db, [...replaceAggregates(db, rows, isUnchanged), deletion]);
    joinedCount += dueRows.length;
  }
  return joinedCount;
}

/** Merges old periods; see `time-slots.ts`. @returns how many rows of measures were merged. */
export async function rollUpSlots(db: Database, now: Date): Promise<number> {
  await joinCounts(db, now);
  return (await joinMeasures(db, now, FINE_ROLLUP)) + (await joinMeasures(db, now, COARSE_ROLLUP));
}

/** Deletes figures after 400 days, and batches that could not be aggregated for a day. */
export async function purgeMeasures(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -RETENTION_DAYS).toISOString();
  await db.batch([
    db.delete(measures).where(lt(measures.slot, before)),
    db.delete(errorCounts).where(lt(errorCounts.slot, before)),
    db.delete(funnelCounts).where(lt(funnelCounts.slot, before)),
    db.delete(measureBatches).where(lt(measureBatches.at, addDays(now, -1).toISOString())),
  ]);
}
