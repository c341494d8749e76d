import { eq, lte } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { deadLetters, sweepRuns } from "./job-tables.server";

/** Claims a part of the sweep if it is due; of concurrent sweeps one runs it. */
export async function claimSweepPart(db: Database, part: string, everySeconds: number, now: Date) {
  const timestamp = now.toISOString();
  const before = new Date(now.getTime() - everySeconds * 1000).toISOString();
  const rows = await db
    .insert(sweepRuns)
    .values({ part, at: timestamp })
    .onConflictDoUpdate({
      target: sweepRuns.part,
      set: { at: timestamp },
      setWhere: lte(sweepRuns.at, before),
    })
    .returning({ part: sweepRuns.part });
  return rows.length > 0;
}

const WHOLE_SWEEP = "sweep";

/** Records that a sweep has got to its end. */
export async function recordSweep(db: Database, now: Date): Promise<void> {
  await claimSweepPart(db, WHOLE_SWEEP, 0, now);
}

/** When the last sweep got to its end; a migration has written the first time. */
export async function lastSweepAt(db: Database): Promise<string | undefined> {
  const [row] = await db
    .select({ at: sweepRuns.at })
    .from(sweepRuns)
    .where(eq(sweepRuns.part, WHOLE_SWEEP));
  return row?.at;
}

const DEAD_LETTER_DAYS = 90;

export async function purgeDeadLetters(db: Database, now: Date): Promise<void> {
  await db
    .delete(deadLetters)
    .where(lte(deadLetters.at, addDays(now, -DEAD_LETTER_DAYS).toISOString()));
}
