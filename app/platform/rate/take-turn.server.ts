import { eq, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.server";
import { rateWindows } from "./tables.server";

/** No window is longer: the privacy policy says so. */
export const LONGEST_SECONDS = 86_400;

/** How often something may be done, in windows of so many seconds. */
export interface Rate {
  limit: number;
  /** At most {@link LONGEST_SECONDS}. */
  seconds: number;
  /** The window ends so long after the latest turn that was taken, instead of after the first. */
  fromLatest?: boolean;
}

/** Refuses what no caller may count, whatever page it counts for: who reads the table learns of nobody. */
function checkWindow(key: string, seconds: number): void {
  if (key.includes("@")) throw new Error("The key of a window names nobody: hash the address.");
  if (seconds > LONGEST_SECONDS) throw new Error("A window lasts no longer than a day.");
}

/**
 * Takes one turn of those that `key` has in the window that runs now: counted and decided in one
 * statement, so that of any number of calls at once no more than the limit pass.
 * @param key what is counted, and for whom: an id of ours, or a hash.
 * @returns undefined when the turn is taken; else the seconds until there are new ones, at least 1.
 */
export async function takeTurn(
  db: Database,
  key: string,
  rate: Rate,
  now: Date,
): Promise<number | undefined> {
  const taken = await takingTurn(db, key, rate, now);
  if (taken.length > 0) return undefined;
  const [full] = await db.select().from(rateWindows).where(eq(rateWindows.key, key));
  const wait = full ? (Date.parse(full.endsAt) - now.getTime()) / 1000 : 0;
  return Math.max(1, Math.ceil(wait));
}

/** The statement that takes a turn, for a batch: it returns a row where there was one left. */
export function takingTurn(
  db: Database,
  key: string,
  { limit, seconds, fromLatest = false }: Rate,
  now: Date,
) {
  checkWindow(key, seconds);
  const at = now.toISOString();
  const endsAt = new Date(now.getTime() + seconds * 1000).toISOString();
  const over = lte(rateWindows.endsAt, at);
  return db
    .insert(rateWindows)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: {
        count: sql`CASE WHEN ${over} THEN 1 ELSE ${rateWindows.count} + 1 END`,
        endsAt: fromLatest
          ? endsAt
          : sql`CASE WHEN ${over} THEN ${endsAt} ELSE ${rateWindows.endsAt} END`,
      },
      setWhere: or(over, sql`${rateWindows.count} < ${limit}`),
    })
    .returning({ key: rateWindows.key });
}

/** Whether a key has a turn left: for what stands before {@link takingTurn} in its batch. */
export function hasTurn(key: string, limit: number, now: Date): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${rateWindows} WHERE ${rateWindows.key} = ${key}
    AND ${rateWindows.endsAt} > ${now.toISOString()} AND ${rateWindows.count} >= ${limit})`;
}

/** The statement that gives all turns of a key back, for the batch of what shows them to be right. */
export function giveTurnsBack(db: Database, key: string) {
  return db.delete(rateWindows).where(eq(rateWindows.key, key));
}

/**
 * The statement that gives back the one turn that was taken for it, where others of the same key were not
 * for what has been shown to be right.
 */
export function giveTurnBack(db: Database, key: string) {
  return db
    .update(rateWindows)
    .set({ count: sql`max(${rateWindows.count} - 1, 0)` })
    .where(eq(rateWindows.key, key));
}

/** Forgets the windows that are over. */
export async function forgetRateWindows(db: Database, now: Date): Promise<void> {
  await db.delete(rateWindows).where(lte(rateWindows.endsAt, now.toISOString()));
}
