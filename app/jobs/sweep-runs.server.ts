import { lte } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { deadLetters, sweepRuns } from "./job-tables.server";

/** Claims a part of the sweep if it is due; of concurrent sweeps one runs it. */
export async function claimSweepPart(
  db: Database,
  part: string,
  everySeconds: number,
  now: Date,
): Promise<boolean> {
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

const DEAD_LETTER_DAYS = 90;

export async function purgeDeadLetters(db: Database, now: Date): Promise<void> {
  await db
    .delete(deadLetters)
    .where(lte(deadLetters.at, addDays(now, -DEAD_LETTER_DAYS).toISOString()));
}
