import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import {
  countWhenStatement,
  rateCountSql,
  withinFairShareSql,
} from "~/platform/rate/rate-limit.server";
import type { Settings } from "~/platform/settings";
import type { Upload } from "../upload";
import { storageTotals, uploads } from "./upload-tables.server";

/** Bytes as they are stored, however few were sent for them. */
export type ByteBudget = ReturnType<typeof byteBudgetOf>;

export const byteBudgetOf = (
  settings: Pick<Settings, "LIMIT_UPLOADS_GB_PER_HOUR" | "LIMIT_BUCKET_GB">,
) => ({
  /** Of all visitors together in an hour. */
  perHour: settings.LIMIT_UPLOADS_GB_PER_HOUR * 1e9,
  /** Of all uploads together, at any time. */
  bucket: settings.LIMIT_BUCKET_GB * 1e9,
});

/** Bytes for an upload, or for what a visitor without a draft sends. */
interface ByteRequest {
  bytes: number;
  /** The key of the network's count; SQL may be null, where the network is unknown. */
  networkKey: string | SQL | undefined;
}

const HOUR_SECONDS = 3_600;
/** Fair share of one network: alone a fifth of an hour. */
const SHARE_DIVISOR = 3;
const ALL_KEY = "stored-bytes house";
const NETWORK_KEY = "stored-bytes site:";
const TOTAL = "uploads";

export const networkBytesKey = (site: string) => NETWORK_KEY + site;

/** The key of the network that a draft was opened from. */
export const draftBytesKeySql = (draftId: string): SQL =>
  sql`(SELECT ${NETWORK_KEY} || substr(drafts.visitor, 1, instr(drafts.visitor, '.') - 1)
    FROM drafts WHERE drafts.id = ${draftId} AND instr(drafts.visitor, '.') > 0)`;

const totalSql = sql`coalesce((SELECT total.bytes FROM ${storageTotals} AS total WHERE total.name = ${TOTAL}), 0)`;

/**
 * The condition that there is room: of the hour for this network, and in the bucket. The fuller the
 * bucket, the smaller the shares of an hour.
 */
export function hasBytesLeftSql(
  { bytes, networkKey }: ByteRequest,
  { perHour, bucket }: ByteBudget,
  now: Date,
): SQL {
  const ofNetwork = networkKey === undefined ? sql`0` : rateCountSql(networkKey, now);
  const ofAll = sql`max(${rateCountSql(ALL_KEY, now)}, ${totalSql} - ${bucket - perHour})`;
  return withinFairShareSql(ofNetwork, ofAll, perHour, SHARE_DIVISOR, Math.max(1, bytes));
}

/** Counts bytes of the hour where a condition holds; returns a row if it did. */
export function countHourStatement(
  db: Database,
  { bytes, networkKey }: ByteRequest,
  condition: SQL,
  now: Date,
) {
  const keys = [ALL_KEY, ...(networkKey === undefined ? [] : [networkKey])];
  const counted = { seconds: HOUR_SECONDS, amount: bytes, condition };
  return countWhenStatement(db, keys, counted, now);
}

/** Counts bytes that an upload stores, where a condition holds, for the batch that decides it. */
export function countBytesStatements(
  db: Database,
  { draftId, bytes }: { draftId: string; bytes: number },
  condition: SQL,
  now: Date,
) {
  return [
    countHourStatement(db, { bytes, networkKey: draftBytesKeySql(draftId) }, condition, now),
    addToTotal(db, sql`SELECT ${TOTAL}, ${bytes}, ${now.toISOString()} WHERE ${condition}`),
  ] as const;
}

function addToTotal(db: Database, row: SQL) {
  return db
    .insert(storageTotals)
    .select(row)
    .onConflictDoUpdate({
      target: storageTotals.name,
      set: { bytes: sql`max(0, ${storageTotals.bytes} + excluded.bytes)` },
    });
}

/** The bytes of an upload; those received while its size is unknown. */
const bytesSql = sql`CASE WHEN stored.size = 0 THEN (SELECT coalesce(sum(part.size), 0)
  FROM upload_parts AS part WHERE part.upload_id = stored.id) ELSE stored.size END`;

/** Ended uploads without a multipart id have no bytes any more. */
const isStoredSql = sql`(stored.state NOT IN ('expired', 'rejected') OR stored.multipart_id <> '')`;

/** One object may have several uploads. */
const bytesOfObjectsSql = (condition: SQL) =>
  sql`(SELECT coalesce(sum(object.bytes), 0) FROM (SELECT max(${bytesSql}) AS bytes
    FROM ${uploads} AS stored WHERE ${isStoredSql} AND ${condition} GROUP BY stored.key) AS object)`;

/** Gives the bytes of uploads back to the total, in the batch that forgets them. */
export function giveBackBytesStatement(db: Database, ids: SQL) {
  const isUnshared = sql`NOT EXISTS (SELECT 1 FROM uploads AS other
    WHERE other.key = stored.key AND other.id NOT IN ${ids})`;
  const bytes = bytesOfObjectsSql(sql`stored.id IN ${ids} AND ${isUnshared}`);
  return db
    .update(storageTotals)
    .set({ bytes: sql`max(0, ${storageTotals.bytes} - ${bytes})` })
    .where(sql`${storageTotals.name} = ${TOTAL}`);
}

/** Adds up all uploads anew, in the statement that stores the sum. @returns 1: how many sums. */
export async function recountStoredBytes(db: Database, now: Date): Promise<number> {
  const all = bytesOfObjectsSql(sql`TRUE`);
  await db
    .insert(storageTotals)
    .select(sql`SELECT ${TOTAL}, ${all}, ${now.toISOString()} WHERE TRUE`)
    .onConflictDoUpdate({
      target: storageTotals.name,
      set: { bytes: sql`excluded.bytes`, countedAt: sql`excluded.counted_at` },
    });
  return 1;
}

/** The bytes of all uploads, those on their way with the size they were announced with. */
export async function storedBytes(db: Database): Promise<number> {
  const row = await db.get<{ bytes: number }>(sql`SELECT ${totalSql} AS bytes`);
  return row?.bytes ?? 0;
}

/** Whether an upload of a draft finds no room for its bytes now. */
export async function isOverBudget(
  db: Database,
  { draftId, size }: Pick<Upload, "draftId" | "size">,
  budget: ByteBudget,
  now: Date,
): Promise<boolean> {
  const request = { bytes: size, networkKey: draftBytesKeySql(draftId) };
  const row = await db.get<{ fits: number }>(
    sql`SELECT ${hasBytesLeftSql(request, budget, now)} AS fits`,
  );
  return row?.fits !== 1;
}
