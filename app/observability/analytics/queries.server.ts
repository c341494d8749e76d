import { and, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { countColumns } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import {
  errorCounts,
  errorGroups,
  errorReports,
  funnelCounts,
  healthChecks,
  measureBatches,
  measures,
} from "../monitoring-tables.server";
import { isSeverity } from "./dashboard";
import { type Periods, periodAt } from "./time-slots";

/*
 * The dashboard's queries, four statements: counts of several rooms share one row format, so that one
 * UNION reads them all.
 */

/** Errors by period, category and severity since a period. */
export function errorFigures(db: Database, since: string) {
  const { slot, category, severity, count } = errorCounts;
  return db
    .select(
      countColumns({
        part: sql`'errors'`,
        name: sql`${category}`,
        detail: sql`${severity}`,
        count: sql`sum(${count})`,
        at: sql`${slot}`,
      }),
    )
    .from(errorCounts)
    .where(gte(slot, since))
    .groupBy(slot, category, severity);
}

interface CountedErrors {
  name: string;
  detail: string;
  count: number;
  at: string | null;
}

/** Sums counts: overall, by category, and by severity in each period; those before the window are ignored. */
export function sumErrors(rows: readonly CountedErrors[], window: Periods) {
  const emptyCounts = () => ({ CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 });
  const periods = window.begins.map(emptyCounts);
  const byCategory: Record<string, number> = {};
  let total = 0;
  for (const { name, detail, count, at } of rows) {
    const period = periods[periodAt(window, at ?? "") ?? -1];
    if (!period || !isSeverity(detail)) continue;
    period[detail] += count;
    byCategory[name] = (byCategory[name] ?? 0) + count;
    total += count;
  }
  return { total, byCategory, periods };
}

/** Funnel counts since a period. */
export function funnelFigures(db: Database, since: string) {
  const { slot, event, step, count } = funnelCounts;
  return db
    .select(
      countColumns({
        part: sql`'funnel'`,
        name: sql`${event}`,
        detail: sql`${step}`,
        count: sql`sum(${count})`,
        at: sql`NULL`,
      }),
    )
    .from(funnelCounts)
    .where(gte(slot, since))
    .groupBy(event, step);
}

interface MeasureSelection {
  topics: readonly string[];
  since: string;
}

/** Measurements, including batches not aggregated yet. @param additional topics with longer periods. */
export function measuredQuery(
  db: Database,
  { topics, since }: MeasureSelection,
  additional: MeasureSelection = { topics: [], since },
) {
  const selectMeasures = (selection: MeasureSelection) =>
    db
      .select({
        topic: sql<string>`${measures.topic}`.as("topic"),
        at: measures.slot,
        cells: measures.cells,
      })
      .from(measures)
      .where(
        and(inArray(measures.topic, [...selection.topics]), gte(measures.slot, selection.since)),
      );
  const unaggregated = db
    .select({
      topic: sql<string>`''`.as("topic"),
      at: measureBatches.at,
      cells: measureBatches.cells,
    })
    .from(measureBatches)
    .where(gte(measureBatches.at, since));
  return unionAll(selectMeasures({ topics, since }), selectMeasures(additional), unaggregated);
}

/** The submission of a report or of its draft. Its table belongs to a room above this one. */
const submissionIdSql = sql<string | null>`(SELECT sent.id FROM submissions AS sent
  WHERE sent.id = ${errorReports.submissionId} OR sent.draft_id = ${errorReports.submissionId})`;

const MAX_LISTED = 20;

/** The latest errors since a time, each with its submission, if there is one. */
export function recentErrorsQuery(db: Database, since: string, limit = MAX_LISTED) {
  const { id, createdAt, severity, category, message, url, submissionId } = errorReports;
  return db
    .select({
      id,
      at: createdAt,
      severity,
      category,
      message,
      url,
      named: submissionId,
      hit: submissionIdSql.as("hit"),
    })
    .from(errorReports)
    .where(gte(createdAt, since))
    .orderBy(desc(createdAt))
    .limit(limit);
}

/** The latest check of each dependency, and its latest failure. */
export function healthQuery(db: Database, names: readonly string[], since: string) {
  const { id, at, ok, ms, detail, integration } = healthChecks;
  const requestedName = sql`asked.value`;
  // Failed checks have their own index, so the many others are not read.
  const failureQuery = (columns: SQL, condition: SQL) =>
    sql`(SELECT ${columns} FROM health_checks AS bad INDEXED BY health_checks_failed
      WHERE bad.ok = 0 AND bad.integration = ${requestedName} ${condition})`;
  const failedAt = failureQuery(sql`max(bad.at)`, sql``);
  const latest = sql`(SELECT latest.id FROM health_checks AS latest
    WHERE latest.integration = ${requestedName} ORDER BY latest.at DESC LIMIT 1)`;
  return db
    .select({
      name: integration,
      at,
      ok,
      ms,
      detail,
      firstAt: sql<string>`(SELECT min(one.at) FROM health_checks AS one
        WHERE one.integration = ${requestedName})`,
      failedAt: sql<string | null>`${failedAt}`,
      askedNextAt: sql<string | null>`(SELECT min(one.at) FROM health_checks AS one
        WHERE one.integration = ${requestedName} AND one.at > ${failedAt})`,
      failures: sql<number>`${failureQuery(sql`count(*)`, sql`AND bad.at >= ${since}`)}`,
    })
    .from(sql`json_each(${JSON.stringify(names)}) AS asked`)
    .innerJoin(healthChecks, eq(id, latest));
}

/** An error report with its cause, its submission and similar reports. */
export async function errorDetails(db: Database, id: string) {
  const [row] = await db
    .select({ report: errorReports, cause: errorGroups, hit: submissionIdSql.as("hit") })
    .from(errorReports)
    .leftJoin(errorGroups, eq(errorGroups.id, errorReports.groupId))
    .where(eq(errorReports.id, id));
  if (!row) return undefined;
  const { groupId } = row.report;
  const similar =
    groupId === ""
      ? []
      : await db
          .select({
            id: errorReports.id,
            at: errorReports.createdAt,
            hit: submissionIdSql.as("hit"),
          })
          .from(errorReports)
          .where(eq(errorReports.groupId, groupId))
          .orderBy(desc(errorReports.createdAt))
          .limit(MAX_LISTED);
  return { ...row, alike: similar.filter((candidate) => candidate.id !== id) };
}
