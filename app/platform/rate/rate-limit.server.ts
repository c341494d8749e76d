import { eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.server";
import { rateWindows } from "./rate-tables.server";

/** No window is longer: the privacy policy says so. */
export const MAX_WINDOW_SECONDS = 86_400;

/** How often something may be done, in windows of so many seconds. */
interface Rate {
  limit: number;
  /** At most {@link MAX_WINDOW_SECONDS}. */
  seconds: number;
  /** The window ends so long after the latest turn that was taken, instead of after the first. */
  fromLatest?: boolean;
}

/** Refuses what no caller may count, whatever page it counts for: who reads the table learns of nobody. */
function checkWindow(key: string, seconds: number): void {
  if (key.includes("@")) throw new Error("The key of a window names nobody: hash the address.");
  if (seconds > MAX_WINDOW_SECONDS) throw new Error("A window lasts no longer than a day.");
}

/**
 * Takes one turn of those that `key` has in the window that runs now: counted and decided in one
 * statement, so that of any number of calls at once no more than the limit pass.
 * @param key what is counted, and for whom: an id of ours, or a hash.
 * @returns undefined when the turn is taken; else the seconds until there are new ones, at least 1.
 */
export async function rateLimit(
  db: Database,
  key: string,
  rate: Rate,
  now: Date,
): Promise<number | undefined> {
  const turnRows = await rateLimitStatement(db, key, rate, now);
  if (turnRows.length > 0) return undefined;
  const [fullWindow] = await db.select().from(rateWindows).where(eq(rateWindows.key, key));
  return secondsUntil(fullWindow?.endsAt, now);
}

/** The seconds until then, at least 1. */
function secondsUntil(endsAt: string | undefined, now: Date): number {
  const seconds = endsAt ? (Date.parse(endsAt) - now.getTime()) / 1000 : 0;
  return Math.max(1, Math.ceil(seconds));
}

/** How often a key was counted in the window that runs. */
export function rateCountSql(key: string, now: Date): SQL {
  return sql`coalesce((SELECT running.count FROM rate_windows AS running
    WHERE running.key = ${key} AND running.ends_at > ${now.toISOString()}), 0)`;
}

/** What becomes of a window that is counted once more: one that is over begins anew. */
function incrementedColumns(endsAt: string, now: Date, fromLatest = false) {
  const isExpired = lte(rateWindows.endsAt, now.toISOString());
  return {
    count: sql`CASE WHEN ${isExpired} THEN 1 ELSE ${rateWindows.count} + 1 END`,
    endsAt: fromLatest
      ? endsAt
      : sql`CASE WHEN ${isExpired} THEN ${endsAt} ELSE ${rateWindows.endsAt} END`,
  };
}

const windowEnd = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/**
 * That one of many has its share of a limit that all have together. It shrinks with the square of what
 * is left: however few take all they can, one after the other, they leave something to whoever is new.
 * @param usedByOne how many it holds; `all`: how many are taken.
 * @param divisor 3: alone one gets a fifth of the limit, and 20 leave an eighth; 20: a twentieth, and a
 * half.
 */
export function withinFairShareSql(usedByOne: SQL, usedInAll: SQL, limit: number, divisor: number): SQL {
  return sql`(WITH room(held, free) AS MATERIALIZED (SELECT ${usedByOne}, ${limit} - ${usedInAll})
    SELECT free > 0 AND held * ${divisor * limit} < free * free FROM room)`;
}

/**
 * Takes one turn of those that all together have, for one of them, who has a share of
 * them: one statement counts for both, or for neither.
 * @returns as {@link rateLimit}.
 */
export async function rateLimitFairShare(
  db: Database,
  { global, ownKey }: { global: string; ownKey: string },
  { limit, seconds, divisor }: Rate & { divisor: number },
  now: Date,
): Promise<number | undefined> {
  const keys = [global, ownKey];
  for (const key of keys) checkWindow(key, seconds);
  const endsAt = windowEnd(now, seconds);
  const usedGlobally = rateCountSql(global, now);
  const hasShare = withinFairShareSql(rateCountSql(ownKey, now), usedGlobally, limit, divisor);
  const turnRows = await db
    .insert(rateWindows)
    .select(sql`SELECT value, 1, ${endsAt} FROM json_each(${JSON.stringify(keys)}) WHERE ${hasShare}`)
    .onConflictDoUpdate({ target: rateWindows.key, set: incrementedColumns(endsAt, now) })
    .returning({ key: rateWindows.key });
  if (turnRows.length > 0) return undefined;
  const rows = await db.select().from(rateWindows).where(inArray(rateWindows.key, keys));
  const fullWindow = rows.find(({ key, count }) => key === global && count >= limit);
  return secondsUntil((fullWindow ?? rows.find(({ key }) => key === ownKey))?.endsAt, now);
}

/** The statement that counts once more, without a limit. */
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
    .onConflictDoUpdate({ target: rateWindows.key, set: incrementedColumns(endsAt, now, fromLatest) });
}

/** The statement that counts once more, for the batch of what is counted, where that was done. */
export function countWhenStatement(
  db: Database,
  key: string,
  { seconds, condition }: { seconds: number; condition: SQL },
  now: Date,
) {
  checkWindow(key, seconds);
  const endsAt = windowEnd(now, seconds);
  return db
    .insert(rateWindows)
    .select(sql`SELECT ${key}, 1, ${endsAt} WHERE ${condition}`)
    .onConflictDoUpdate({ target: rateWindows.key, set: incrementedColumns(endsAt, now) });
}

/** The statement that takes a turn, for a batch: it returns a row where there was one left. */
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

/** Whether a key has a turn left: for what stands before {@link rateLimitStatement} in its batch. */
export function hasQuotaLeftSql(key: string, limit: number, now: Date): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${rateWindows} WHERE ${rateWindows.key} = ${key}
    AND ${rateWindows.endsAt} > ${now.toISOString()} AND ${rateWindows.count} >= ${limit})`;
}

/** The statement that gives all turns of a key back, for the batch of what shows them to be right. */
export function resetRateLimitStatement(db: Database, key: string) {
  return db.delete(rateWindows).where(eq(rateWindows.key, key));
}

/**
 * The statement that gives back the one turn that was taken for it, where others of the same key were not
 * for what has been shown to be right.
 */
export function refundRateLimitStatement(db: Database, key: string) {
  return db
    .update(rateWindows)
    .set({ count: sql`max(${rateWindows.count} - 1, 0)` })
    .where(eq(rateWindows.key, key));
}

/** Forgets the windows that are over. */
export async function deleteExpiredWindows(db: Database, now: Date): Promise<void> {
  await db.delete(rateWindows).where(lte(rateWindows.endsAt, now.toISOString()));
}
