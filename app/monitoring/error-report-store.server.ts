import { eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { classify, type ErrorReport } from "./error-report";
import { errorReports } from "./tables.server";

type Row = typeof errorReports.$inferSelect;

const KEPT_DAYS = 30;
const HOUR_MS = 3_600_000;

/** How many reports are kept: of one visitor in an hour, and of everybody in a day. */
export interface ReportLimits {
  perHour: number;
  perDay: number;
}

/** What became of a report; "known" for one that was stored before. */
export type Reported = "stored" | "known" | "too-many";

/**
 * Stores a report, once, since pages send again what they have no answer to; as long as the limits
 * allow, which the statement that writes it decides.
 * @param visitor whose it is, as `visitorName` has it.
 */
export async function storeErrorReport(
  db: Database,
  { submissionId, errorData }: ErrorReport,
  { id, visitor: name, now }: { id: string; visitor: string; now: Date },
  { perHour, perDay }: ReportLimits,
): Promise<Reported> {
  const { timestamp, metadata, ...data } = errorData;
  const occurredAt = timestamp.toISOString();
  const identity = [submissionId, occurredAt, data.stage, data.message, data.userAgent];
  const visitor = (await sha256Hex(name)).slice(0, 32);
  const row: Row = {
    id,
    fingerprint: await sha256Hex(JSON.stringify(identity)),
    submissionId,
    visitor,
    ...data,
    ...classify(data.stage),
    occurredAt,
    metadata: JSON.stringify(metadata),
    createdAt: now.toISOString(),
  };
  const columns = Object.keys(getTableColumns(errorReports)) as (keyof Row)[];
  const values = sql.join(
    columns.map((column) => sql`${row[column]}`),
    sql`, `,
  );
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const few = sql`${countSince(hourAgo, sql`${errorReports.visitor} = ${visitor}`)} < ${perHour}`;
  const room = sql`${countSince(addDays(now, -1))} < ${perDay}`;
  const stored = await db
    .insert(errorReports)
    .select(sql`SELECT ${values} WHERE ${few} AND ${room}`)
    .onConflictDoNothing({ target: errorReports.fingerprint })
    .returning({ id: errorReports.id });
  if (stored.length > 0) return "stored";
  const known = await db.$count(errorReports, eq(errorReports.fingerprint, row.fingerprint));
  return known > 0 ? "known" : "too-many";
}

function countSince(from: Date, which: SQL = sql`1`): SQL {
  const since = sql`${errorReports.createdAt} > ${from.toISOString()}`;
  return sql`(SELECT count(*) FROM ${errorReports} WHERE ${which} AND ${since})`;
}

/** Forgets reports older than 30 days. */
export async function forgetErrorReports(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -KEPT_DAYS).toISOString();
  await db.delete(errorReports).where(lt(errorReports.createdAt, before));
}
