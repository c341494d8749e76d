import { and, eq, lte, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { restorations } from "./job-tables.server";

/** A command that was killed stands in the way of the next one for so long. */
export const RESTORATION_LEASE_MS = 60_000;

export type Restoration = typeof restorations.$inferSelect;

export const findRestoration = async (db: Database): Promise<Restoration | undefined> =>
  (await db.select().from(restorations))[0];

/** Whether a restoration has begun and nobody has found it whole yet: queue and sweep rest meanwhile. */
export async function isRestoring(db: Database): Promise<boolean> {
  const found = await db
    .select({ phase: restorations.phase })
    .from(restorations)
    .where(ne(restorations.phase, "done"));
  return found.length > 0;
}

const leaseEnd = (now: Date) => new Date(now.getTime() + RESTORATION_LEASE_MS).toISOString();

/**
 * Begins a restoration, or takes over one that was interrupted. Of two at once one gets it.
 * @param triggers that rest meanwhile, of a new one.
 * @returns undefined where another command works on it, or the snapshot is another one.
 */
export async function claimRestoration(
  db: Database,
  {
    snapshot,
    triggers,
    now,
  }: { snapshot: string; triggers: readonly { name: string; sql: string }[]; now: Date },
): Promise<Restoration | undefined> {
  const begun = {
    ...{ id: 1, snapshot, phase: "rows" as const, triggers: JSON.stringify(triggers) },
    ...{ leaseUntil: leaseEnd(now), startedAt: now.toISOString(), openedAt: null },
  };
  const [claimed] = await db
    .insert(restorations)
    .values(begun)
    .onConflictDoUpdate({
      target: restorations.id,
      set: { leaseUntil: begun.leaseUntil },
      setWhere: and(
        eq(restorations.snapshot, snapshot),
        ne(restorations.phase, "done"),
        lte(restorations.leaseUntil, begun.startedAt),
      ),
    })
    .returning();
  return claimed;
}

/** Holds the lease longer. @returns it; undefined where another command has taken over. */
export async function renewRestoration(
  db: Database,
  leaseUntil: string,
  now: Date,
): Promise<string | undefined> {
  const [renewed] = await db
    .update(restorations)
    .set({ leaseUntil: leaseEnd(now) })
    .where(eq(restorations.leaseUntil, leaseUntil))
    .returning({ leaseUntil: restorations.leaseUntil });
  return renewed?.leaseUntil;
}

/** Notes what is done next, and lets the next command go on at once. */
export async function releaseRestoration(
  db: Database,
  leaseUntil: string,
  phase?: Restoration["phase"],
): Promise<void> {
  await db
    .update(restorations)
    .set({ leaseUntil: sql`started_at`, phase })
    .where(eq(restorations.leaseUntil, leaseUntil));
}

/** Has queue and sweep work again. */
export async function endRestoration(db: Database, now: Date): Promise<void> {
  await db
    .update(restorations)
    .set({ phase: "done", openedAt: now.toISOString() })
    .where(eq(restorations.phase, "verify"));
}
