import { and, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { withinFairShareSql } from "~/platform/rate/rate-limit.server";
import { errorReports } from "../monitoring-tables.server";
import type { Failure } from "./failure.server";
import type { Source } from "./severity";

/** Per cause and day, to leave room for others; beyond it, the latest are kept and all are counted. */
export const MAX_REPORTS_PER_GROUP = 100;
/** When full, one report per interval replaces the oldest. */
const ANEW_MS = 60_000;

const newerThan = (at: Date, which: SQL) =>
  and(which, sql`${errorReports.createdAt} > ${at.toISOString()}`);

const ofCause = (groupId: string) => sql`${errorReports.groupId} = ${groupId}`;

/** Browser reports and our own failures have separate limits. */
const OWN: readonly Source[] = ["site", "jobs"];
const ofKind = (source: Source) =>
  source === "browser"
    ? sql`${errorReports.source} = 'browser'`
    : sql`${errorReports.source} IN (SELECT value FROM json_each(${JSON.stringify(OWN)}))`;

/** A network alone gets a fifth of the stored browser reports; newcomers always find room. */
const SHARE_DIVISOR = 3;
/** A network over its fifth replaces nobody's reports. */
const REPLACES_BELOW = 5;

interface ReportRoom {
  /** Per day, of browsers or of our own. */
  perDay: number;
  /** Hash of the network; undefined for our own. */
  network?: string | undefined;
}

/**
 * The condition that one more report may be stored, by cause and by source, with a fair share per network.
 * When
 * full, one report per minute replaces the oldest.
 */
export function isUnderReportCap(
  { source, groupId }: Failure,
  { perDay, network }: ReportRoom,
  now: Date,
): SQL {
  const lately = new Date(now.getTime() - ANEW_MS);
  const countOf = (which: SQL) =>
    sql`(SELECT count(*) FROM ${errorReports} WHERE ${newerThan(addDays(now, -1), which)})`;
  const isQuiet = (which: SQL) =>
    sql`NOT EXISTS (SELECT 1 FROM ${errorReports} WHERE ${newerThan(lately, which)})`;
  const room = (which: SQL, most: number) => {
    // The expensive condition comes last and is skipped if another decides.
    if (network === undefined) return sql`(${isQuiet(which)} OR ${countOf(which)} < ${most})`;
    const own = countOf(sql`${which} AND ${errorReports.network} = ${network}`);
    return sql`((${isQuiet(which)} AND ${own} * ${REPLACES_BELOW} < ${most})
      OR ${withinFairShareSql(own, countOf(which), most, SHARE_DIVISOR)})`;
  };
  return sql`${room(ofCause(groupId), MAX_REPORTS_PER_GROUP)} AND ${room(ofKind(source), perDay)}`;
}

/**
 * The statements that delete the oldest reports beyond the limits, for the batch that stores new ones.
 * @param when condition.
 */
export function trimReportsStatements(
  db: Database,
  failures: readonly Failure[],
  perDay: number,
  now: Date,
  when: SQL = sql`1`,
) {
  const beyond = (which: SQL, most: number) =>
    db.delete(errorReports).where(
      sql`${when} AND ${errorReports.id} IN (SELECT id FROM ${errorReports}
        WHERE ${newerThan(addDays(now, -1), which)}
        ORDER BY ${errorReports.createdAt} DESC, rowid DESC LIMIT -1 OFFSET ${most})`,
    );
  const causes = new Set(failures.map(({ groupId }) => groupId));
  const kinds = new Map(failures.map(({ source }) => [source === "browser", source]));
  return [
    ...[...causes].map((groupId) => beyond(ofCause(groupId), MAX_REPORTS_PER_GROUP)),
    ...[...kinds.values()].map((source) => beyond(ofKind(source), perDay)),
  ];
}
