import { and, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { withinFairShareSql } from "~/platform/rate/rate-limit.server";
import { errorReports } from "../monitoring-tables.server";
import type { Failure } from "./failure.server";
import type { Source } from "./severity";

/** Of one cause in a day, so that it leaves room for others; of more, the latest and the number. */
export const MAX_REPORTS_PER_GROUP = 100;
/** Where there is no room, so often a hit takes the place of the oldest: no flood writes without end. */
const ANEW_MS = 60_000;

const newerThan = (at: Date, which: SQL) =>
  and(which, sql`${errorReports.createdAt} > ${at.toISOString()}`);

const ofCause = (groupId: string) => sql`${errorReports.groupId} = ${groupId}`;

/** What shares its room: what strangers send leaves room for what we meet ourselves. */
const OWN: readonly Source[] = ["site", "jobs"];
const ofKind = (source: Source) =>
  source === "browser"
    ? sql`${errorReports.source} = 'browser'`
    : sql`${errorReports.source} IN (SELECT value FROM json_each(${JSON.stringify(OWN)}))`;

/**
 * By this a network has its share of the hits of browsers that are kept: alone it gets a fifth of them, and
 * however few take all they can, who comes anew finds room.
 */
const SHARE_DIVISOR = 3;
/** Who has taken a fifth takes the place of nobody else's. */
const REPLACES_BELOW = 5;

interface ReportRoom {
  /** How many of browsers, or of our own, are kept of a day. */
  perDay: number;
  /** Where a browser's comes from, as a hash; undefined for our own. */
  network?: string | undefined;
}

/**
 * Whether one more hit may be written: of its cause, and of all from browsers or all of our own. Of both a
 * network has its share. Where there is no room, a hit a minute takes the place of the oldest.
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
    // The dear question comes last, and is not asked where another has decided.
    if (network === undefined) return sql`(${isQuiet(which)} OR ${countOf(which)} < ${most})`;
    const own = countOf(sql`${which} AND ${errorReports.network} = ${network}`);
    return sql`((${isQuiet(which)} AND ${own} * ${REPLACES_BELOW} < ${most})
      OR ${withinFairShareSql(own, countOf(which), most, SHARE_DIVISOR)})`;
  };
  return sql`${room(ofCause(groupId), MAX_REPORTS_PER_GROUP)} AND ${room(ofKind(source), perDay)}`;
}

/**
 * The statements that remove the oldest hits of a day where there are more than are kept, for the batch
 * that has written some.
 * @param when whether it has.
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
