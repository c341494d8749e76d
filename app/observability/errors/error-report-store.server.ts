import { count, eq, lt, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { hasQuotaLeftSql, rateLimitStatement } from "~/platform/rate/rate-limit.server";
import { errorGroups, errorReports } from "../monitoring-tables.server";
import type { ErrorReport } from "./error-report";
import { type Failure, toStoredFailure } from "./failure.server";
import { countFailures, isUnderReportCap, trimReportsStatements } from "./report-statements.server";

type Row = typeof errorReports.$inferSelect;

/** Days that the reports of an error are kept. */
export const REPORT_DAYS = 30;
const GROUP_RETENTION_DAYS = 90;
const HOUR_SECONDS = 3_600;
/** Failures of our own, per day. */
const MAX_OWN_PER_DAY = 1_000;
/** Accepted browser times: slightly ahead of ours, or as old as a queued report. */
const MAX_CLOCK_AHEAD_MS = 10 * 60_000;
const MAX_QUEUED_DAYS = 14;

/** Per visitor and hour, and of all visitors per day. */
interface ReportLimits {
  perHour: number;
  perDay: number;
}

/** "known": stored before; "full": no room, but it is counted; "too-many": the visitor's limit. */
type StoreOutcome = "stored" | "known" | "full" | "too-many";

/** The browser's time if plausible, else ours. */
function toOccurredAt(browserTime: Date, now: Date): string {
  const isPossible =
    browserTime.getTime() <= now.getTime() + MAX_CLOCK_AHEAD_MS &&
    browserTime >= addDays(now, -MAX_QUEUED_DAYS);
  return (isPossible ? browserTime : now).toISOString();
}

/**
 * Stores a report once, since pages resend unanswered ones, and counts it by cause. The batch itself
 * checks the limits; every report counts against its visitor's.
 * @param visitor as from `rateLimitKey`.
 * @param network hashed; each network has a share of the day's limit.
 */
export async function storeErrorReport(
  db: Database,
  { submissionId, errorData }: ErrorReport,
  {
    id,
    visitor: name,
    network,
    now,
  }: { id: string; visitor: string; network?: string | undefined; now: Date },
  { perHour, perDay }: ReportLimits,
): Promise<{ reported: StoreOutcome; failure: Failure }> {
  const { timestamp, metadata, userAgent, release, ...rawFailure } = errorData;
  const failure = await toStoredFailure({ source: "browser", release, ...rawFailure });
  const identity = [
    submissionId,
    timestamp.toISOString(),
    rawFailure.stage,
    rawFailure.message,
    userAgent,
  ];
  const visitor = (await sha256Hex(name)).slice(0, 32);
  const row = {
    ...toRow(failure, {
      visitor,
      network: network ?? "",
      userAgent,
      now,
      occurredAt: toOccurredAt(timestamp, now),
      metadata: JSON.stringify(metadata),
    }),
    id,
    submissionId,
    fingerprint: await sha256Hex(JSON.stringify(identity)),
  };
  const limitKey = `reports ${visitor}`;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${errorReports} WHERE ${errorReports.fingerprint} = ${row.fingerprint})`;
  const canStore = sql`${hasQuotaLeftSql(limitKey, perHour, now)} AND ${isNew} AND ${isUnderReportCap(failure, { perDay, network }, now)}`;
  const isStored = sql`EXISTS (SELECT 1 FROM ${errorReports} WHERE ${errorReports.id} = ${id})`;
  const [[duplicates], storedReports, countedReports] = await db.batch([
    db
      .select({ count: count() })
      .from(errorReports)
      .where(eq(errorReports.fingerprint, row.fingerprint)),
    db
      .insert(errorReports)
      .select(sql`SELECT ${rowValues(errorReports, row)} WHERE ${canStore}`)
      .onConflictDoNothing({ target: errorReports.fingerprint })
      .returning({ id: errorReports.id }),
    // After the insert that checks the limit.
    rateLimitStatement(db, limitKey, { limit: perHour, seconds: HOUR_SECONDS }, now),
    ...countFailures(db, [{ failure, count: 1 }], now, isStored),
    ...trimReportsStatements(db, [failure], perDay, now, isStored),
  ]);
  if (countedReports.length === 0) return { reported: "too-many", failure };
  if (storedReports.length > 0) return { reported: "stored", failure };
  return { reported: duplicates && duplicates.count > 0 ? "known" : "full", failure };
}

interface OwnFailure {
  failure: Failure;
  count: number;
  /** Stored occurrences, each with its draft or submission; at least one. */
  hits: readonly { id: string; subjectId: string | null }[];
}

/**
 * Browser reports beyond the limit only count for known causes, so that strangers cannot create groups
 * without limit.
 */
const isOwnOrKnown = sql`(value ->> 1 <> 'browser'
  OR EXISTS (SELECT 1 FROM error_groups AS known WHERE known.id = value ->> 0))`;

/** Stores and counts failures in one batch; of browsers' reports only the number. */
export async function storeOwnFailures(db: Database, failures: readonly OwnFailure[], now: Date) {
  if (failures.length === 0) return;
  const ownFailures = failures.filter(({ failure }) => failure.source !== "browser");
  const inserts = ownFailures.map(({ failure, hits }) => {
    const [id, submissionId] = [sql`hit.value ->> 0`, sql`hit.value ->> 1`];
    const row = toRow(failure, {
      visitor: failure.source,
      network: "",
      userAgent: null,
      now,
      occurredAt: now.toISOString(),
      metadata: "{}",
    });
    const hitsJson = JSON.stringify(hits.map((hit) => [hit.id, hit.subjectId]));
    return db.insert(errorReports).select(
      sql`SELECT ${rowValues(errorReports, { ...row, id, fingerprint: id, submissionId })}
        FROM json_each(${hitsJson}) AS hit WHERE ${isUnderReportCap(failure, { perDay: MAX_OWN_PER_DAY }, now)}`,
    );
  });
  const causes = ownFailures.map(({ failure }) => failure);
  const [firstStatement, ...otherStatements] = countFailures(
    db,
    failures,
    now,
    undefined,
    isOwnOrKnown,
  );
  await db.batch([
    firstStatement,
    ...otherStatements,
    ...inserts,
    ...trimReportsStatements(db, causes, MAX_OWN_PER_DAY, now),
  ]);
}

function toRow(
  { frame: _, ...failure }: Failure,
  {
    now,
    ...fields
  }: Pick<Row, "visitor" | "network" | "userAgent" | "occurredAt" | "metadata"> & { now: Date },
) {
  return { ...failure, ...fields, createdAt: now.toISOString() };
}

/** Deletes reports after 30 days, and causes 90 days after the last report. */
export async function forgetErrorReports(db: Database, now: Date): Promise<void> {
  const groupsBefore = addDays(now, -GROUP_RETENTION_DAYS).toISOString();
  await db.batch([
    db
      .delete(errorReports)
      .where(lt(errorReports.createdAt, addDays(now, -REPORT_DAYS).toISOString())),
    db.delete(errorGroups).where(lt(errorGroups.lastSeenAt, groupsBefore)),
  ]);
}
