import type { Database } from "~/platform/database.server";
import { createFolder, type DriveClient, findMarked, type Mark } from "./drive-client.server";
import { DriveError } from "./drive-error.server";
import {
  claimFolder,
  foldersOf,
  forgetFolders,
  releaseFolder,
  storeFolder,
} from "./folder-store.server";
import { type Folder, INNER_FOLDERS } from "./mirror-plan";

/**
 * How long a run may take for one folder. Also how long a folder that was made but not stored gets
 * to show up in the drive's search, which lags behind.
 */
const LEASE_SECONDS = 60;
/** When to look again for a folder that another run is making. */
const BUSY_SECONDS = 15;

interface Tree {
  db: Database;
  client: DriveClient;
  submissionId: string;
  /** What the artist's folder is called. */
  name: string;
}

/** The ids of the folders asked for, those above them made first. */
export type TreeIds = Partial<Record<Folder, string>>;

/** What a 404 tells of a folder that is to be made: the one it belongs into is not there. */
async function parentGone({ db, submissionId }: Tree, folder: Folder): Promise<DriveError> {
  if (folder !== "artist") return folderGone(db, submissionId);
  const text =
    "The Shared Drive or folder of the settings GOOGLE_DRIVE_ID and GOOGLE_DRIVE_FOLDER_ID was " +
    "not found. Check both, and that the service account is a member of the drive.";
  return new DriveError("DRIVE_NOT_FOUND", text, true);
}

/** Forgets folders that people have removed, so that the next try makes them again. */
export async function folderGone(db: Database, submissionId: string): Promise<DriveError> {
  await forgetFolders(db, submissionId);
  return new DriveError("FOLDER_GONE", "The folder is no longer on the drive.", false);
}

/** Whether a call may have done what it was asked, although it failed. */
function mayHaveWorked(error: unknown): boolean {
  return !(error instanceof DriveError) || error.status === undefined || error.status >= 500;
}

/** Made by nobody else meanwhile: found by its mark, if an earlier run died before storing it. */
async function findOrMake(tree: Tree, folder: Folder, parentId: string): Promise<string> {
  const { db, client, submissionId } = tree;
  const mark: Mark = { key: "portalFolder", value: `${submissionId}/${folder}` };
  const name = folder === "artist" ? tree.name : INNER_FOLDERS[folder].name;
  let asked = false;
  try {
    const found = await findMarked(client, mark);
    if (found) return found.id;
    asked = true;
    return (await createFolder(client, { name, parentId, mark })).id;
  } catch (error) {
    // What may have been made stays claimed: the lease gives it time to show up.
    if (!asked || !mayHaveWorked(error)) await releaseFolder(db, { submissionId, folder });
    const notFound = error instanceof DriveError && error.status === 404;
    throw notFound ? await parentGone(tree, folder) : error;
  }
}

async function ensure(tree: Tree, folder: Folder, known: TreeIds): Promise<string> {
  const { db, client, submissionId } = tree;
  const there = known[folder];
  if (there !== undefined) return there;
  const parentId =
    folder === "artist" ? client.rootId : await ensure(tree, INNER_FOLDERS[folder].parent, known);
  const which = { submissionId, folder };
  const now = client.clock();
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000);
  if (!(await claimFolder(db, which, now, lease))) {
    const made = (await foldersOf(db, submissionId))[folder];
    if (made === undefined)
      throw new DriveError("FOLDER_BUSY", "Another run makes the folder.", false, BUSY_SECONDS);
    known[folder] = made;
    return made;
  }
  const id = await storeFolder(db, which, await findOrMake(tree, folder, parentId));
  known[folder] = id;
  return id;
}

/**
 * The folders of a submission, each made at most once whatever runs at the same time.
 * @throws DriveError, `FOLDER_BUSY` while another run makes one of them.
 */
export async function ensureFolders(tree: Tree, wanted: readonly Folder[]): Promise<TreeIds> {
  const known: TreeIds = await foldersOf(tree.db, tree.submissionId);
  for (const folder of wanted) await ensure(tree, folder, known);
  return known;
}
