import { and, count, eq, lt, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { ErrorReport } from "./error-report";
import { asKept, type Failure } from "./errors/failure.server";
import { countFailures } from "./errors/group-statements.server";
import { errorGroups, errorReports } from "./tables.server";

type Row = typeof errorReports.$inferSelect;

const KEPT_DAYS = 30;
const GROUPS_KEPT_DAYS = 90;
const HOUR_MS = 3_600_000;
/** Of one cause in a day, so that it leaves room for others; of more, only the number is kept. */
export const HITS_PER_CAUSE = 100;
/** Of those that we meet ourselves, in a day. */
const OWN_PER_DAY = 1_000;
/** By how much a browser's clock may be ahead of ours; and how long a report may wait in one. */
const AHEAD_MS = 10 * 60_000;
const WAITED_DAYS = 14;

/** How many reports are kept: of one visitor in an hour, and of everybody in a day. */
export interface ReportLimits {
  perHour: number;
  perDay: number;
}

/**
 * What became of a report; "known" for one that was stored before. "full" where there is no room for
 * it, but it is to be counted; "too-many" of one visitor.
 */
export type Reported = "stored" | "known" | "full" | "too-many";

/** A page's clock where it can be right, else ours: some are a year off. */
function moment(said: Date, now: Date): string {
  const isPossible =
    said.getTime() <= now.getTime() + AHEAD_MS && said >= addDays(now, -WAITED_DAYS);
  return (isPossible ? said : now).toISOString();
}

/**
 * Stores a report, once, since pages send again what they have no answer to, and counts it by its
 * cause; as long as the limits allow, which the statement that writes it decides.
 * @param visitor whose it is, as `visitorName` has it.
 */
export async function storeErrorReport(
  db: Database,
  { submissionId, errorData }: ErrorReport,
  { id, visitor: name, now }: { id: string; visitor: string; now: Date },
  { perHour, perDay }: ReportLimits,
): Promise<{ reported: Reported; failure: Failure }> {
  const { timestamp, metadata, userAgent, release, ...met } = errorData;
  const failure = await asKept({ source: "browser", release, ...met });
  const identity = [submissionId, timestamp.toISOString(), met.stage, met.message, userAgent];
  const visitor = (await sha256Hex(name)).slice(0, 32);
  const row = rowOf(failure, {
    ...{ id, visitor, submissionId, userAgent, now },
    fingerprint: await sha256Hex(JSON.stringify(identity)),
    occurredAt: moment(timestamp, now),
    metadata: JSON.stringify(metadata),
  });
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const few = sql`${countSince(hourAgo, sql`${errorReports.visitor} = ${visitor}`)} < ${perHour}`;
  const isStored = sql`EXISTS (SELECT 1 FROM ${errorReports} WHERE ${errorReports.id} = ${id})`;
  const [stored] = await db.batch([
    db
      .insert(errorReports)
      .select(
        sql`SELECT ${rowValues(errorReports, row)} WHERE ${few} AND ${hasRoom(failure, perDay, now)}`,
      )
      .onConflictDoNothing({ target: errorReports.fingerprint })
      .returning({ id: errorReports.id }),
    ...countFailures(db, [{ failure, count: 1 }], now, isStored),
  ]);
  if (stored.length > 0) return { reported: "stored", failure };
  const [[known], [visits]] = await db.batch([
    db
      .select({ count: count() })
      .from(errorReports)
      .where(eq(errorReports.fingerprint, row.fingerprint)),
    db.select({ few: sql<number>`${few}` }).from(sql`(SELECT 1)`),
  ]);
  if (known && known.count > 0) return { reported: "known", failure };
  return { reported: visits?.few ? "full" : "too-many", failure };
}

/** A failure met here, once or several times. */
export interface OwnFailure {
  id: string;
  failure: Failure;
  /** The draft or submission it happened to. */
  subjectId: string | null;
  /** How often it was met. */
  count: number;
}

/**
 * Stores failures of requests and jobs, each cause once, as long as there is room, and counts all of
 * them, in one batch.
 */
export async function storeOwnFailures(
  db: Database,
  failures: readonly OwnFailure[],
  now: Date,
): Promise<void> {
  const [first, ...others] = failures.map(({ id, failure, subjectId }) =>
    db.insert(errorReports).select(
      sql`SELECT ${rowValues(
        errorReports,
        rowOf(failure, {
          ...{ id, fingerprint: id, visitor: failure.source, submissionId: subjectId, now },
          ...{ userAgent: null, occurredAt: now.toISOString(), metadata: "{}" },
        }),
      )} WHERE ${hasRoom(failure, OWN_PER_DAY, now)}`,
    ),
  );
  if (first) await db.batch([first, ...others, ...countFailures(db, failures, now)]);
}

function rowOf(
  { frame: _, ...failure }: Failure,
  {
    now,
    ...more
  }: Pick<
    Row,
    "id" | "visitor" | "submissionId" | "userAgent" | "fingerprint" | "occurredAt" | "metadata"
  > & { now: Date },
): Row {
  return { ...failure, ...more, createdAt: now.toISOString() };
}

/** Whether one more may be kept: of its cause, and of all from browsers, or of all of our own. */
function hasRoom({ source, groupId }: Failure, perDay: number, now: Date): SQL {
  const dayAgo = addDays(now, -1);
  // What strangers send leaves room for what we meet ourselves.
  const alike = sql`(${errorReports.source} = 'browser') = ${source === "browser" ? 1 : 0}`;
  return sql`${countSince(dayAgo, alike)} < ${perDay}
    AND ${countSince(dayAgo, sql`${errorReports.groupId} = ${groupId}`)} < ${HITS_PER_CAUSE}`;
}

function countSince(from: Date, which: SQL): SQL {
  const since = sql`${errorReports.createdAt} > ${from.toISOString()}`;
  return sql`(SELECT count(*) FROM ${errorReports} WHERE ${and(which, since)})`;
}

/** Forgets reports after 30 days, and causes 90 days after they were seen last. */
export async function forgetErrorReports(db: Database, now: Date): Promise<void> {
  const groupsBefore = addDays(now, -GROUPS_KEPT_DAYS).toISOString();
  await db.batch([
    db
      .delete(errorReports)
      .where(lt(errorReports.createdAt, addDays(now, -KEPT_DAYS).toISOString())),
    db.delete(errorGroups).where(lt(errorGroups.lastSeenAt, groupsBefore)),
  ]);
}
