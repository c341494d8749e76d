import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { backupRuns } from "./job-tables.server";

/** An invocation lasts 15 minutes at most: after that nobody works on the copy any more. */
const LEASE_MS = 15 * 60_000;
const RETENTION_DAYS = 90;

/** A copy that is under way, and the lease under which its progress may be written. */
export interface BackupRun {
  id: string;
  /** JSON; null: it has not begun. */
  progress: string | null;
  leaseUntil: string;
}

/** Whether anybody has used the installation: an empty copy must not become the newest one. */
const isUsed = sql`(EXISTS (SELECT 1 FROM submissions) OR EXISTS (SELECT 1 FROM drafts)
  OR EXISTS (SELECT 1 FROM artists) OR EXISTS (SELECT 1 FROM waiting_list)
  OR EXISTS (SELECT 1 FROM invitations) OR EXISTS (SELECT 1 FROM returning_links))`;

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS).toISOString();

/**
 * Claims the copy that is under way, or begins one that is due. Of concurrent sweeps one gets it.
 * @param id of a new one.
 * @returns undefined where none is due, or another sweep works on it.
 */
export async function claimBackupRun(
  db: Database,
  { id, everyHours, now }: { id: string; everyHours: number; now: Date },
): Promise<BackupRun | undefined> {
  const at = now.toISOString();
  const leaseUntil = leaseEnd(now);
  const [claimed] = await db
    .update(backupRuns)
    .set({ leaseUntil })
    .where(
      and(
        sql`${backupRuns.id} = (SELECT id FROM backup_runs WHERE finished_at IS NULL LIMIT 1)`,
        lte(backupRuns.leaseUntil, at),
      ),
    )
    .returning();
  if (claimed) return { id: claimed.id, progress: claimed.progress || null, leaseUntil };
  const notBefore = new Date(now.getTime() - everyHours * 3_600_000).toISOString();
  const [begun] = await db
    .insert(backupRuns)
    .select(
      sql`SELECT ${id}, '', ${leaseUntil}, NULL, ${at} WHERE ${isUsed} AND NOT EXISTS
        (SELECT 1 FROM backup_runs WHERE finished_at IS NULL OR created_at > ${notBefore})`,
    )
    .returning();
  return begun && { id, progress: null, leaseUntil };
}

/**
 * Keeps how far a copy is.
 * @param finishedAt null: it goes on.
 * @returns false where another sweep has taken it over; then nothing is written.
 */
export async function saveBackupRun(
  db: Database,
  { id, leaseUntil }: BackupRun,
  progress: string,
  finishedAt: string | null,
): Promise<boolean> {
  const rows = await db
    .update(backupRuns)
    .set({ progress, finishedAt })
    .where(and(eq(backupRuns.id, id), eq(backupRuns.leaseUntil, leaseUntil)))
    .returning({ id: backupRuns.id });
  return rows.length > 0;
}

/** Lets the next sweep go on with a copy. */
export async function releaseBackupRun(db: Database, { id, leaseUntil }: BackupRun, now: Date) {
  await db
    .update(backupRuns)
    .set({ leaseUntil: now.toISOString() })
    .where(and(eq(backupRuns.id, id), eq(backupRuns.leaseUntil, leaseUntil)));
}

export async function purgeBackupRuns(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -RETENTION_DAYS).toISOString();
  await db
    .delete(backupRuns)
    .where(and(isNotNull(backupRuns.finishedAt), lte(backupRuns.createdAt, before)));
}
