import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DriveError } from "./drive-error.server";
import { driveFiles } from "./drive-tables.server";

/** What is known of a file on its way to the drive. */
export type DriveFileRow = typeof driveFiles.$inferSelect;

/** Who works on a file, and until when nobody else may. */
export interface FileLease {
  holder: string;
  now: Date;
  leaseUntil: Date;
}

/** Takes on a file. @returns its row; undefined when it is on the drive or another run holds it. */
export async function claimFile(
  db: Database,
  file: { sourceId: string; submissionId: string },
  { holder, now, leaseUntil }: FileLease,
): Promise<DriveFileRow | undefined> {
  const at = now.toISOString();
  const hold = { holder, leaseUntil: leaseUntil.toISOString(), updatedAt: at };
  const [row] = await db
    .insert(driveFiles)
    .values({ ...file, ...hold, createdAt: at })
    .onConflictDoUpdate({
      target: driveFiles.sourceId,
      set: hold,
      setWhere: and(
        isNull(driveFiles.driveId),
        or(isNull(driveFiles.leaseUntil), lt(driveFiles.leaseUntil, at)),
      ),
    })
    .returning();
  return row;
}

/** The ids of the sources that are on the drive already. */
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

/** Writes down progress and goes on holding the file. @throws DriveError when another run has it. */
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

/** Lets go of a file, so that the next run can go on with it at once. */
export async function releaseFile(db: Database, sourceId: string, holder: string): Promise<void> {
  await db
    .update(driveFiles)
    .set({ holder: null, leaseUntil: null })
    .where(and(eq(driveFiles.sourceId, sourceId), eq(driveFiles.holder, holder)));
}
