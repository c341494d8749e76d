import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { driveFolders } from "./drive-tables.server";
import type { Folder } from "./mirror-plan";

/** Drive ids of a submission's folders. */
export async function foldersOf(
  db: Database,
  submissionId: string,
): Promise<Partial<Record<Folder, string>>> {
  const rows = await db
    .select()
    .from(driveFolders)
    .where(eq(driveFolders.submissionId, submissionId));
  return Object.fromEntries(
    rows.flatMap(({ folder, driveId }) => (driveId === null ? [] : [[folder, driveId]])),
  );
}

/** URLs for staff. */
export async function folderLinks(
  db: Database,
  submissionId: string,
): Promise<Partial<Record<Folder, string>>> {
  const ids = Object.entries(await foldersOf(db, submissionId));
  return Object.fromEntries(
    ids.map(([folder, id]) => [folder, `https://drive.google.com/drive/folders/${id}`]),
  );
}

interface FolderKey {
  submissionId: string;
  folder: Folder;
}

const isFolder = ({ submissionId, folder }: FolderKey) =>
  and(eq(driveFolders.submissionId, submissionId), eq(driveFolders.folder, folder));

/** Claims the creation of a folder. @returns false if it exists, or another run creates it. */
export async function claimFolder(
  db: Database,
  key: FolderKey,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const lease = leaseUntil.toISOString();
  const rows = await db
    .insert(driveFolders)
    .values({ ...key, leaseUntil: lease, createdAt: now.toISOString() })
    .onConflictDoUpdate({
      target: [driveFolders.submissionId, driveFolders.folder],
      set: { leaseUntil: lease },
      setWhere: and(isNull(driveFolders.driveId), lt(driveFolders.leaseUntil, now.toISOString())),
    })
    .returning({ folder: driveFolders.folder });
  return rows.length > 0;
}

/** Stores a created folder. @returns the stored id, which is the first one given. */
export async function storeFolder(db: Database, key: FolderKey, driveId: string): Promise<string> {
  await db
    .update(driveFolders)
    .set({ driveId })
    .where(and(isFolder(key), isNull(driveFolders.driveId)));
  const [row] = await db.select().from(driveFolders).where(isFolder(key));
  return row?.driveId ?? driveId;
}

/** Releases a claim after a refusal. */
export async function releaseFolder(db: Database, key: FolderKey): Promise<void> {
  await db.delete(driveFolders).where(and(isFolder(key), isNull(driveFolders.driveId)));
}

/** For folders that people have removed from the drive. */
export async function deleteFolders(db: Database, submissionId: string): Promise<void> {
  await db.delete(driveFolders).where(eq(driveFolders.submissionId, submissionId));
}
