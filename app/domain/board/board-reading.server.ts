import { eq } from "drizzle-orm";
import { sweepRuns } from "~/jobs/job-tables.server";
import { claimSweepPart } from "~/jobs/sweep-runs.server";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";

/** Its time is the board's, up to which changes were read. */
const READ_UNTIL = "board:read-until";
/** Its time is that of an event of the board. */
const EVENT = "board:event";

async function timeOf(db: Database, part: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: sweepRuns.at })
    .from(sweepRuns)
    .where(eq(sweepRuns.part, part));
  return row && new Date(row.at);
}

/** Up to when the board's changes were read, by its clock; the day before at first. */
export const boardReadUntil = async (db: Database, now: Date): Promise<Date> =>
  (await timeOf(db, READ_UNTIL)) ?? addDays(now, -1);

/** Records that changes were read; never an earlier time than before. */
export async function recordBoardRead(db: Database, until: Date): Promise<void> {
  await claimSweepPart(db, READ_UNTIL, 0, until);
}

/** A flood of events writes one row in so many seconds. */
const EVENT_SECONDS = 600;
/** Events that have come within so many days stand for those to come. */
const TRUSTED_DAYS = 1;

export async function recordBoardEvent(db: Database, now: Date): Promise<void> {
  await claimSweepPart(db, EVENT, EVENT_SECONDS, now);
}

/** Whether the board tells of its changes by itself, as far as is known. */
export async function tellsOfChanges(db: Database, now: Date): Promise<boolean> {
  const at = await timeOf(db, EVENT);
  return at !== undefined && at > addDays(now, -TRUSTED_DAYS);
}

/** Records that the board has not told of a change: until its next event it is asked often. */
export async function recordUntoldChange(db: Database): Promise<void> {
  await db.delete(sweepRuns).where(eq(sweepRuns.part, EVENT));
}
