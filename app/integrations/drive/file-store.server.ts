import { and, eq, isNull, lt, or } from "drizzle-orm";
import { mirrorFiles } from "~/domain/mirror/mirror-tables.server";
import type { Database } from "~/platform/database.server";
import { DriveError } from "./drive-error.server";

export type DriveFileRow = typeof mirrorFiles.$inferSelect;

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
    .insert(mirrorFiles)
    .values({ ...file, ...lease, createdAt: timestamp })
    .onConflictDoUpdate({
      target: mirrorFiles.sourceId,
      set: lease,
      setWhere: and(
        isNull(mirrorFiles.driveId),
        or(isNull(mirrorFiles.leaseUntil), lt(mirrorFiles.leaseUntil, timestamp)),
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
    .select({ sourceId: mirrorFiles.sourceId, driveId: mirrorFiles.driveId })
    .from(mirrorFiles)
    .where(eq(mirrorFiles.submissionId, submissionId));
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
    .update(mirrorFiles)
    .set({ ...progress, leaseUntil: leaseUntil.toISOString(), updatedAt: now.toISOString() })
    .where(and(eq(mirrorFiles.sourceId, sourceId), eq(mirrorFiles.holder, holder)))
    .returning({ sourceId: mirrorFiles.sourceId });
  if (leases.length === 0)
    throw new DriveError("TAKEN_OVER", "Another run has taken over the file.", false);
}

export async function releaseFile(db: Database, sourceId: string, holder: string): Promise<void> {
  await db
    .update(mirrorFiles)
    .set({ holder: null, leaseUntil: null })
    .where(and(eq(mirrorFiles.sourceId, sourceId), eq(mirrorFiles.holder, holder)));
}
