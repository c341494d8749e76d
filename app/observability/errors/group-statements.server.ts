import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { slotOf } from "../figures/time-slots";
import { errorCounts, errorGroups } from "../monitoring-tables.server";
import type { Failure } from "./failure.server";

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
