import { eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.server";
import { rateWindows } from "./rate-tables.server";

/** As stated in the privacy policy. */
export const MAX_WINDOW_SECONDS = 86_400;

interface Rate {
  limit: number;
  /** At most {@link MAX_WINDOW_SECONDS}. */
  seconds: number;
  /** Whether the window ends this long after the latest call instead of the first. */
  fromLatest?: boolean;
}

/** Keys must not contain addresses. */
function checkWindow(key: string, seconds: number): void {
  if (key.includes("@")) throw new Error("The key of a window names nobody: hash the address.");
  if (seconds > MAX_WINDOW_SECONDS) throw new Error("A window lasts no longer than a day.");
}

/**
 * Takes one turn of a key in its current window. One statement counts and decides, so parallel
 * calls cannot exceed the limit.
 * @param key what is counted and for whom: an id or a hash.
 * @returns undefined when the turn is taken; else the seconds until the window ends, at least 1.
 */
export async function rateLimit(db: Database, key: string, rate: Rate, now: Date) {
  const turnRows = await rateLimitStatement(db, key, rate, now);
  if (turnRows.length > 0) return undefined;
  const [fullWindow] = await db.select().from(rateWindows).where(eq(rateWindows.key, key));
  return secondsUntil(fullWindow?.endsAt, now);
}

function secondsUntil(endsAt: string | undefined, now: Date): number {
  const seconds = endsAt ? (Date.parse(endsAt) - now.getTime()) / 1000 : 0;
  return Math.max(1, Math.ceil(seconds));
}

export function rateCountSql(key: string | SQL, now: Date): SQL {
  return sql`coalesce((SELECT running.count FROM rate_windows AS running
    WHERE running.key = ${key} AND running.ends_at > ${now.toISOString()}), 0)`;
}

/** The columns of a window after one more call; an expired one starts again. */
function incrementedColumns(endsAt: string, now: Date, fromLatest = false) {
  const isExpired = lte(rateWindows.endsAt, now.toISOString());
  return {
    count: sql`CASE WHEN ${isExpired} THEN excluded.count ELSE ${rateWindows.count} + excluded.count END`,
    endsAt: fromLatest
      ? endsAt
      : sql`CASE WHEN ${isExpired} THEN ${endsAt} ELSE ${rateWindows.endsAt} END`,
  };
}

const windowEnd = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/**
 * The condition that one of many stays within its share of a common limit. The share shrinks with
 * the square of what is free, so a few cannot take everything.
 * @param divisor 3: one alone gets a fifth of the limit, and 20 leave an eighth; 20: a twentieth,
 * and a half.
 * @param amount what is to be taken, all of which must be free.
 */
export function withinFairShareSql(
  usedByOne: SQL,
  usedInAll: SQL,
  limit: number,
  divisor: number,
  amount = 1,
): SQL {
  return sql`(WITH room(held, free) AS MATERIALIZED (SELECT ${usedByOne}, ${limit} - ${usedInAll})
    SELECT free >= ${amount} AND held * ${divisor * limit} < free * free FROM room)`;
}

/**
 * Takes one turn of a common limit for one who has a share of it; one statement counts for both or
 * for neither.
 * @returns as {@link rateLimit}.
 */
export async function rateLimitFairShare(
  db: Database,
  { global, clientKey }: { global: string; clientKey: string },
  { limit, seconds, divisor }: Rate & { divisor: number },
  now: Date,
): Promise<number | undefined> {
  const keys = [global, clientKey];
  const usedGlobally = rateCountSql(global, now);
  const hasShare = withinFairShareSql(rateCountSql(clientKey, now), usedGlobally, limit, divisor);
  const turnRows = await countWhenStatement(db, keys, { seconds, condition: hasShare }, now);
  if (turnRows.length > 0) return undefined;
  const rows = await db.select().from(rateWindows).where(inArray(rateWindows.key, keys));
  const fullWindow = rows.find(({ key, count }) => key === global && count >= limit);
  return secondsUntil((fullWindow ?? rows.find(({ key }) => key === clientKey))?.endsAt, now);
}

/** Counts a call, without a limit. */
export function countStatement(
  db: Database,
  key: string,
  { seconds, fromLatest = false }: Omit<Rate, "limit">,
  now: Date,
) {
  checkWindow(key, seconds);
  const endsAt = windowEnd(now, seconds);
  return db
    .insert(rateWindows)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: incrementedColumns(endsAt, now, fromLatest),
    });
}

/**
 * Counts a call, or another amount, for several keys where a condition holds; for a batch. A key
 * that is null counts nothing.
 * @returns a row for each counted key.
 */
export function countWhenStatement(
  db: Database,
  keys: readonly (string | SQL)[],
  { seconds, condition, amount = 1 }: { seconds: number; condition: SQL; amount?: number },
  now: Date,
) {
  for (const key of keys) if (typeof key === "string") checkWindow(key, seconds);
  const endsAt = windowEnd(now, seconds);
  return db
    .insert(rateWindows)
    .select(
      sql`SELECT one.value, ${amount}, ${endsAt} FROM json_each(json_array(${sql.join([...keys], sql`, `)})) AS one
        WHERE one.value IS NOT NULL AND ${condition}`,
    )
    .onConflictDoUpdate({ target: rateWindows.key, set: incrementedColumns(endsAt, now) })
    .returning({ key: rateWindows.key });
}

/** Takes a turn, for a batch; returns a row if there was one. */
export function rateLimitStatement(
  db: Database,
  key: string,
  { limit, seconds, fromLatest = false }: Rate,
  now: Date,
) {
  checkWindow(key, seconds);
  const endsAt = windowEnd(now, seconds);
  const isExpired = lte(rateWindows.endsAt, now.toISOString());
  return db
    .insert(rateWindows)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: incrementedColumns(endsAt, now, fromLatest),
      setWhere: or(isExpired, sql`${rateWindows.count} < ${limit}`),
    })
    .returning({ key: rateWindows.key });
}

/** Whether a key has a turn left, before {@link rateLimitStatement} in a batch. */
export function hasQuotaLeftSql(key: string, limit: number, now: Date): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${rateWindows} WHERE ${rateWindows.key} = ${key}
    AND ${rateWindows.endsAt} > ${now.toISOString()} AND ${rateWindows.count} >= ${limit})`;
}

/** Gives all turns of a key back, as after a correct password. */
export function resetRateLimitStatement(db: Database, key: string) {
  return db.delete(rateWindows).where(eq(rateWindows.key, key));
}

/** Gives one turn back, where other calls of the key were wrong. */
export function refundRateLimitStatement(db: Database, key: string) {
  return db
    .update(rateWindows)
    .set({ count: sql`max(${rateWindows.count} - 1, 0)` })
    .where(eq(rateWindows.key, key));
}

export async function deleteExpiredWindows(db: Database, now: Date): Promise<void> {
  await db.delete(rateWindows).where(lte(rateWindows.endsAt, now.toISOString()));
}
