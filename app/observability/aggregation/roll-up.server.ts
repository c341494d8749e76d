import { and, lt, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import {
  type HistogramMap,
  mergeHistogramMaps,
  parseHistograms,
  serializeHistograms,
} from "../figures/histogram";
import {
  COARSE_ROLLUP,
  dueRollups,
  FINE_ROLLUP,
  longerSlot,
  type RollupPlan,
} from "../figures/time-slots";
import { errorCounts, funnelCounts, measureBatches, measures } from "../monitoring-tables.server";
import { inTimeSlots, replaceAggregates } from "./aggregate.server";
import { rollupPlanOf } from "./topics";

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
    const [first, ...others] = replaceAggregates(db, rows, isUnchanged);
    const deletion = db.delete(measures).where(sql`${isDueRow} AND ${isUnchanged}`);
    await db.batch([first, ...others, deletion]);
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
