import { lte } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { deadLetters, sweepRuns } from "./job-tables.server";

/**
 * Whether it is time for a part of the sweep; if so, this call has taken it, and of several sweeps
 * at once only one runs it.
 */
export async function takeSweepPart(
  db: Database,
  part: string,
  everySeconds: number,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const before = new Date(now.getTime() - everySeconds * 1000).toISOString();
  const rows = await db
    .insert(sweepRuns)
    .values({ part, at })
    .onConflictDoUpdate({
      target: sweepRuns.part,
      set: { at },
      setWhere: lte(sweepRuns.at, before),
    })
    .returning({ part: sweepRuns.part });
  return rows.length > 0;
}

const DEAD_LETTER_DAYS = 90;

/** Forgets messages that were given up 90 days ago. */
export async function forgetDeadLetters(db: Database, now: Date): Promise<void> {
  await db
    .delete(deadLetters)
    .where(lte(deadLetters.at, addDays(now, -DEAD_LETTER_DAYS).toISOString()));
}
