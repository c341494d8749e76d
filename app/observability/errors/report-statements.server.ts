import { and, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { withinFairShareSql } from "~/platform/rate/rate-limit.server";
import { slotOf } from "../analytics/time-slots";
import { errorCounts, errorGroups, errorReports } from "../monitoring-tables.server";
import type { Failure, Source } from "./failure.server";

/** Per cause and day, to leave room for others; beyond it, the latest are kept and all are counted. */
export const MAX_REPORTS_PER_GROUP = 100;
/** When full, one report per interval replaces the oldest. */
const REPLACE_INTERVAL_MS = 60_000;

const isNewerThan = (at: Date, condition: SQL) =>
  and(condition, sql`${errorReports.createdAt} > ${at.toISOString()}`);

const isOfGroup = (groupId: string) => sql`${errorReports.groupId} = ${groupId}`;

/** Browser reports and our own failures have separate limits. */
const OWN_SOURCES: readonly Source[] = ["site", "jobs"];
const isOfSource = (source: Source) =>
  source === "browser"
    ? sql`${errorReports.source} = 'browser'`
    : sql`${errorReports.source} IN (SELECT value FROM json_each(${JSON.stringify(OWN_SOURCES)}))`;

/** A network alone gets a fifth of the stored browser reports; newcomers always find room. */
const SHARE_DIVISOR = 3;
/** A network over its fifth replaces nobody's reports. */
const REPLACE_DIVISOR = 5;

interface ReportCap {
  /** Per day, of browsers or of our own. */
  perDay: number;
  /** Hash of the network; undefined for our own. */
  network?: string | undefined;
}

/**
 * The condition that one more report may be stored, by cause and by source, with a fair share per
 * network. When full, one report per minute replaces the oldest.
 */
export function isUnderReportCap(
  { source, groupId }: Failure,
  { perDay, network }: ReportCap,
  now: Date,
): SQL {
  const replaceCutoff = new Date(now.getTime() - REPLACE_INTERVAL_MS);
  const countSql = (condition: SQL) =>
    sql`(SELECT count(*) FROM ${errorReports} WHERE ${isNewerThan(addDays(now, -1), condition)})`;
  const isQuiet = (condition: SQL) =>
    sql`NOT EXISTS (SELECT 1 FROM ${errorReports} WHERE ${isNewerThan(replaceCutoff, condition)})`;
  const hasRoom = (condition: SQL, limit: number) => {
    // The expensive condition comes last and is skipped if another decides.
    if (network === undefined)
      return sql`(${isQuiet(condition)} OR ${countSql(condition)} < ${limit})`;
    const networkCount = countSql(sql`${condition} AND ${errorReports.network} = ${network}`);
    return sql`((${isQuiet(condition)} AND ${networkCount} * ${REPLACE_DIVISOR} < ${limit})
      OR ${withinFairShareSql(networkCount, countSql(condition), limit, SHARE_DIVISOR)})`;
  };
  return sql`${hasRoom(isOfGroup(groupId), MAX_REPORTS_PER_GROUP)} AND ${hasRoom(isOfSource(source), perDay)}`;
}

/**
 * The statements that delete the oldest reports beyond the limits, for the batch that stores new ones.
 * @param isStored condition.
 */
export function trimReportsStatements(
  db: Database,
  failures: readonly Failure[],
  perDay: number,
  now: Date,
  isStored: SQL = sql`1`,
) {
  const deleteBeyond = (condition: SQL, limit: number) =>
    db.delete(errorReports).where(
      sql`${isStored} AND ${errorReports.id} IN (SELECT id FROM ${errorReports}
        WHERE ${isNewerThan(addDays(now, -1), condition)}
        ORDER BY ${errorReports.createdAt} DESC, rowid DESC LIMIT -1 OFFSET ${limit})`,
    );
  const causes = new Set(failures.map(({ groupId }) => groupId));
  const kinds = new Map(failures.map(({ source }) => [source === "browser", source]));
  return [
    ...[...causes].map((groupId) => deleteBeyond(isOfGroup(groupId), MAX_REPORTS_PER_GROUP)),
    ...[...kinds.values()].map((source) => deleteBeyond(isOfSource(source), perDay)),
  ];
}

/** Builds stored per cause: the first, and the latest. */
const MAX_RELEASES = 20;

interface GroupCount {
  failure: Failure;
  count: number;
}

/**
 * The two statements that count failures: by cause, and by period and severity.
 * @param condition condition for both.
 * @param isCounted condition per `value` for the count by cause.
 */
export function countFailures(
  db: Database,
  counts: readonly GroupCount[],
  now: Date,
  condition: SQL = sql`1`,
  isCounted: SQL = sql`1`,
) {
  const at = now.toISOString();
  const groups = counts.map(({ failure: cause, count }) => [
    ...[cause.groupId, cause.source, cause.stage, cause.category, cause.severity],
    ...[cause.message, cause.frame, cause.url, count],
    cause.release === null ? "[]" : JSON.stringify([cause.release]),
  ]);
  const sums = new Map<string, [string, string, string, number]>();
  for (const { failure: cause, count } of counts) {
    const key = JSON.stringify([cause.source, cause.category, cause.severity]);
    const previousCount = sums.get(key)?.[3] ?? 0;
    sums.set(key, [cause.source, cause.category, cause.severity, previousCount + count]);
  }
  const column = (index: number) => sql.raw(`value ->> ${index}`);
  const release = sql`(excluded.releases ->> 0)`;
  const extendedReleases = sql`json_insert(${errorGroups.releases}, '$[#]', ${release})`;
  return [
    db
      .insert(errorGroups)
      .select(
        sql`SELECT ${column(0)}, ${column(1)}, ${column(2)}, ${column(3)}, ${column(4)}, ${column(5)}, ${column(6)},
          ${column(7)}, ${column(8)}, ${at}, ${at}, ${column(9)} FROM json_each(${JSON.stringify(groups)})
          WHERE ${condition} AND ${isCounted}`,
      )
      .onConflictDoUpdate({
        target: errorGroups.id,
        set: {
          count: sql`${errorGroups.count} + excluded.count`,
          lastSeenAt: sql`max(${errorGroups.lastSeenAt}, excluded.last_seen_at)`,
          message: sql`excluded.message`,
          // Severity rules may have changed since.
          category: sql`excluded.category`,
          severity: sql`excluded.severity`,
          frame: sql`coalesce(excluded.frame, ${errorGroups.frame})`,
          url: sql`coalesce(excluded.url, ${errorGroups.url})`,
          releases: sql`CASE
            WHEN ${release} IS NULL
              OR EXISTS (SELECT 1 FROM json_each(${errorGroups.releases}) AS known WHERE known.value = ${release})
              THEN ${errorGroups.releases}
            WHEN json_array_length(${errorGroups.releases}) < ${MAX_RELEASES} THEN ${extendedReleases}
            ELSE json_remove(${extendedReleases}, '$[1]') END`,
        },
      }),
    db
      .insert(errorCounts)
      .select(
        sql`SELECT ${slotOf(now)}, ${column(0)}, ${column(1)}, ${column(2)}, ${column(3)}
          FROM json_each(${JSON.stringify([...sums.values()])}) WHERE ${condition}`,
      )
      .onConflictDoUpdate({
        target: [errorCounts.slot, errorCounts.source, errorCounts.category, errorCounts.severity],
        set: { count: sql`${errorCounts.count} + excluded.count` },
      }),
  ] as const;
}
