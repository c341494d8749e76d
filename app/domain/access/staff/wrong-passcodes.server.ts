import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { countStatement, rateCountSql } from "~/platform/rate/rate-limit.server";

const KEY = "wrong passcodes";
/** The window restarts with each wrong passcode. */
const WINDOW_SECONDS = 3_600;

export async function countWrongPasscode(db: Database, now: Date): Promise<void> {
  await countStatement(db, KEY, { seconds: WINDOW_SECONDS, fromLatest: true }, now);
}

/** The count, with at most an hour between one and the next. */
export async function countWrongPasscodes(db: Database, now: Date): Promise<number> {
  const row = await db.get<{ n: number }>(sql`SELECT ${rateCountSql(KEY, now)} AS n`);
  return row?.n ?? 0;
}
