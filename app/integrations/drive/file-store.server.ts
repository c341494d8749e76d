import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DriveError } from "./drive-error.server";
import { driveFiles } from "./drive-tables.server";

export type DriveFileRow = typeof driveFiles.$inferSelect;

export interface FileLease {
  holder: string;
  now: Date;
  leaseUntil: Date;
}

/** Claims a file. @returns undefined if it is done, or claimed by another run. */
export async function claimFile(
  db: Database,
  file: { sourceId: string; submissionId: string },
  { holder, now, leaseUntil }: FileLease,
): Promise<DriveFileRow | undefined> {
  const timestamp = now.toISOString();
  const lease = { holder, leaseUntil: leaseUntil.toISOString(), updatedAt: timestamp };
  const [row] = await db
    .insert(driveFiles)
    .values({ ...file, ...lease, createdAt: timestamp })
    .onConflictDoUpdate({
      target: driveFiles.sourceId,
      set: lease,
      setWhere: and(
        isNull(driveFiles.driveId),
        or(isNull(driveFiles.leaseUntil), lt(driveFiles.leaseUntil, timestamp)),
      ),
    })
    .returning();
  return row;
}

export async function mirroredFileIds(
  db: Database,
  submissionId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ sourceId: driveFiles.sourceId, driveId: driveFiles.driveId })
    .from(driveFiles)
    .where(eq(driveFiles.submissionId, submissionId));
  return new Set(rows.flatMap(({ sourceId, driveId }) => (driveId === null ? [] : [sourceId])));
}

/** Saves progress and renews the lease. @throws DriveError if another run has taken over. */
export async function saveProgress(
  db: Database,
  sourceId: string,
  { holder, now, leaseUntil }: FileLease,
  progress: Partial<Pick<DriveFileRow, "md5" | "sessionUri" | "offset" | "driveId">>,
): Promise<void> {
  const leases = await db
    .update(driveFiles)
    .set({ ...progress, leaseUntil: leaseUntil.toISOString(), updatedAt: now.toISOString() })
    .where(and(eq(driveFiles.sourceId, sourceId), eq(driveFiles.holder, holder)))
    .returning({ sourceId: driveFiles.sourceId });
  if (leases.length === 0)
    throw new DriveError("TAKEN_OVER", "Another run has taken over the file.", false);
}

export async function releaseFile(db: Database, sourceId: string, holder: string): Promise<void> {
  await db
    .update(driveFiles)
    .set({ holder: null, leaseUntil: null })
    .where(and(eq(driveFiles.sourceId, sourceId), eq(driveFiles.holder, holder)));
}
