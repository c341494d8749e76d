import { and, eq, isNull, lt } from "drizzle-orm";
import type { Folder } from "~/domain/mirror/mirror-plan";
import { mirrorFolders } from "~/domain/mirror/mirror-tables.server";
import type { Database } from "~/platform/database.server";

/** Drive ids of a submission's folders. */
export async function foldersOf(
  db: Database,
  submissionId: string,
): Promise<Partial<Record<Folder, string>>> {
  const rows = await db
    .select()
    .from(mirrorFolders)
    .where(eq(mirrorFolders.submissionId, submissionId));
  return Object.fromEntries(
    rows.flatMap(({ folder, driveId }) => (driveId === null ? [] : [[folder, driveId]])),
  );
}

interface FolderKey {
  submissionId: string;
  folder: Folder;
}

const isFolder = ({ submissionId, folder }: FolderKey) =>
  and(eq(mirrorFolders.submissionId, submissionId), eq(mirrorFolders.folder, folder));

/** Claims the creation of a folder. @returns false if it exists, or another run creates it. */
export async function claimFolder(db: Database, key: FolderKey, now: Date, leaseUntil: Date) {
  const lease = leaseUntil.toISOString();
  const rows = await db
    .insert(mirrorFolders)
    .values({ ...key, leaseUntil: lease, createdAt: now.toISOString() })
    .onConflictDoUpdate({
      target: [mirrorFolders.submissionId, mirrorFolders.folder],
      set: { leaseUntil: lease },
      setWhere: and(isNull(mirrorFolders.driveId), lt(mirrorFolders.leaseUntil, now.toISOString())),
    })
    .returning({ folder: mirrorFolders.folder });
  return rows.length > 0;
}

/** Stores a created folder. @returns the stored id, which is the first one given. */
export async function storeFolder(db: Database, key: FolderKey, driveId: string): Promise<string> {
  await db
    .update(mirrorFolders)
    .set({ driveId })
    .where(and(isFolder(key), isNull(mirrorFolders.driveId)));
  const [row] = await db.select().from(mirrorFolders).where(isFolder(key));
  return row?.driveId ?? driveId;
}

/** Releases a claim after a refusal. */
export async function releaseFolder(db: Database, key: FolderKey): Promise<void> {
  await db.delete(mirrorFolders).where(and(isFolder(key), isNull(mirrorFolders.driveId)));
}

/** For folders that people have removed from the drive. */
export async function deleteFolders(db: Database, submissionId: string): Promise<void> {
  await db.delete(mirrorFolders).where(eq(mirrorFolders.submissionId, submissionId));
}
