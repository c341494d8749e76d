import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { countStatement, rateCountSql } from "~/platform/rate/rate-limit.server";

const KEY = "wrong passcodes";
/** Those that come within an hour of the one before are counted together. */
const SECONDS = 3_600;

/** Counts a wrong staff passcode, wherever it came from. */
export async function countWrongPasscode(db: Database, now: Date): Promise<void> {
  await countStatement(db, KEY, { seconds: SECONDS, fromLatest: true }, now);
}

/** How many wrong staff passcodes have come, none more than an hour after the one before. */
export async function countWrongPasscodes(db: Database, now: Date): Promise<number> {
  const row = await db.get<{ n: number }>(sql`SELECT ${rateCountSql(KEY, now)} AS n`);
  return row?.n ?? 0;
}
