import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { driveFolders } from "./drive-tables.server";
import type { Folder } from "./mirror-plan";

/** The ids on the drive of the folders that a submission has so far. */
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

/** Where staff see those folders. */
export async function folderLinks(
  db: Database,
  submissionId: string,
): Promise<Partial<Record<Folder, string>>> {
  const ids = Object.entries(await foldersOf(db, submissionId));
  return Object.fromEntries(
    ids.map(([folder, id]) => [folder, `https://drive.google.com/drive/folders/${id}`]),
  );
}

interface Which {
  submissionId: string;
  folder: Folder;
}

const one = ({ submissionId, folder }: Which) =>
  and(eq(driveFolders.submissionId, submissionId), eq(driveFolders.folder, folder));

/** Takes on the making of a folder. @returns false when it exists, or another run is making it. */
export async function claimFolder(
  db: Database,
  which: Which,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const lease = leaseUntil.toISOString();
  const rows = await db
    .insert(driveFolders)
    .values({ ...which, leaseUntil: lease, createdAt: now.toISOString() })
    .onConflictDoUpdate({
      target: [driveFolders.submissionId, driveFolders.folder],
      set: { leaseUntil: lease },
      setWhere: and(isNull(driveFolders.driveId), lt(driveFolders.leaseUntil, now.toISOString())),
    })
    .returning({ folder: driveFolders.folder });
  return rows.length > 0;
}

/** Stores a folder that has been made. @returns the id that is stored: the first one given. */
export async function storeFolder(db: Database, which: Which, driveId: string): Promise<string> {
  await db
    .update(driveFolders)
    .set({ driveId })
    .where(and(one(which), isNull(driveFolders.driveId)));
  const [row] = await db.select().from(driveFolders).where(one(which));
  return row?.driveId ?? driveId;
}

/** Lets another run make a folder at once, after this one was refused. */
export async function releaseFolder(db: Database, which: Which): Promise<void> {
  await db.delete(driveFolders).where(and(one(which), isNull(driveFolders.driveId)));
}

/** Forgets the folders of a submission, because people have removed them from the drive. */
export async function forgetFolders(db: Database, submissionId: string): Promise<void> {
  await db.delete(driveFolders).where(eq(driveFolders.submissionId, submissionId));
}
