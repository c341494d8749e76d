import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { createFolder, type DriveClient, findByProperty, folderMark } from "./drive-client.server";
import { DriveError } from "./drive-error.server";
import { claimFile, mirroredFileIds, releaseFile } from "./file-store.server";
import {
  claimFolder,
  foldersOf,
  forgetFolders,
  releaseFolder,
  storeFolder,
} from "./folder-store.server";
import {
  FileMirror,
  type FileOutcome,
  type MirrorFileDeps,
  type ObjectSource,
} from "./mirror-file.server";
import { type Folder, INNER_FOLDERS, type MirrorFile } from "./mirror-plan";

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
type TreeIds = Partial<Record<Folder, string>>;

/** What a 404 tells of a folder that is to be made: the one it belongs into is not there. */
async function parentGone({ db, submissionId }: Tree, folder: Folder): Promise<DriveError> {
  if (folder !== "artist") return folderGone(db, submissionId);
  const text =
    "The Shared Drive or folder of the settings GOOGLE_DRIVE_ID and GOOGLE_DRIVE_FOLDER_ID was " +
    "not found. Check both, and that the service account is a member of the drive.";
  return new DriveError("DRIVE_NOT_FOUND", text, true);
}

/** Forgets folders that people have removed, so that the next try makes them again. */
async function folderGone(db: Database, submissionId: string): Promise<DriveError> {
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
  const mark = folderMark(submissionId, folder);
  const name = folder === "artist" ? tree.name : INNER_FOLDERS[folder].name;
  let hasAsked = false;
  try {
    const driveFolder = await findByProperty(client, mark);
    if (driveFolder) return driveFolder.id;
    hasAsked = true;
    return (await createFolder(client, { name, parentId, mark })).id;
  } catch (error) {
    // What may have been made stays claimed: the lease gives it time to show up.
    if (!hasAsked || !mayHaveWorked(error)) await releaseFolder(db, { submissionId, folder });
    const notFound = error instanceof DriveError && error.status === 404;
    throw notFound ? await parentGone(tree, folder) : error;
  }
}

async function ensure(tree: Tree, folder: Folder, folderIds: TreeIds): Promise<string> {
  const { db, client, submissionId } = tree;
  const there = folderIds[folder];
  if (there !== undefined) return there;
  const parentId =
    folder === "artist"
      ? client.rootId
      : await ensure(tree, INNER_FOLDERS[folder].parent, folderIds);
  const which = { submissionId, folder };
  const now = client.clock();
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000);
  if (!(await claimFolder(db, which, now, lease))) {
    const folderId = (await foldersOf(db, submissionId))[folder];
    if (folderId === undefined)
      throw new DriveError("FOLDER_BUSY", "Another run makes the folder.", false, BUSY_SECONDS);
    folderIds[folder] = folderId;
    return folderId;
  }
  const id = await storeFolder(db, which, await findOrMake(tree, folder, parentId));
  folderIds[folder] = id;
  return id;
}

/**
 * The folders of a submission, each made at most once whatever runs at the same time.
 * @throws DriveError, `FOLDER_BUSY` while another run makes one of them.
 */
async function ensureFolders(tree: Tree, folders: readonly Folder[]): Promise<TreeIds> {
  const folderIds: TreeIds = await foldersOf(tree.db, tree.submissionId);
  for (const folder of folders) await ensure(tree, folder, folderIds);
  return folderIds;
}

/** A run begins no other step after this: a chunk may take a minute, and a job has two. */
const SLICE_SECONDS = 30;
/** How long a file is held for one step; a chunk, or reading a whole object for its hash. */
const HOLD_SECONDS = 90;

interface MirrorDeps {
  db: Database;
  client: DriveClient;
  source: ObjectSource;
  ids: Ids;
  /** Told of each file as it arrives. */
  mirrored: (file: MirrorFile) => void;
}

/** What a run has come to. */
interface Mirrored {
  /** Files this run has brought to their end. */
  count: number;
  /** Files the bucket does not hold any more. */
  missing: MirrorFile[];
  /** Another run holds some of the files. */
  busy: boolean;
  /** Time was up: another run is to go on. */
  more: boolean;
}

/**
 * Mirrors what of a submission is not on the drive yet, for about half a minute; exactly once each,
 * however many runs there are at the same time or one after another.
 * @param name of the submission's folder.
 * @throws DriveError
 */
export async function mirrorSubmission(
  deps: MirrorDeps,
  submission: { id: string; name: string },
  files: readonly MirrorFile[],
): Promise<Mirrored> {
  const { db, client, ids } = deps;
  const { clock } = client;
  const deadline = clock().getTime() + SLICE_SECONDS * 1000;
  const timeIsUp = () => clock().getTime() >= deadline;
  const result: Mirrored = { count: 0, missing: [], busy: false, more: false };
  const there = await mirroredFileIds(db, submission.id);
  const missingFiles = files.filter(({ sourceId }) => !there.has(sourceId));
  if (missingFiles.length === 0) return result;
  const folders: Folder[] = ["artist", "audio", "images"];
  if (files.some(({ folder }) => folder === "clips")) folders.push("clips");
  const tree = { db, client, submissionId: submission.id, name: submission.name };
  const folderIds = await ensureFolders(tree, folders);
  const holder = ids.secret();
  const hold = () => {
    const now = clock();
    return { holder, now, leaseUntil: new Date(now.getTime() + HOLD_SECONDS * 1000) };
  };
  const folderLost = () => folderGone(db, submission.id);
  const fileDeps: MirrorFileDeps = { ...deps, hold, timeIsUp, folderGone: folderLost };
  for (const file of missingFiles) {
    if (timeIsUp()) return { ...result, more: true };
    const parentId = folderIds[file.folder];
    if (parentId === undefined) throw new Error("A folder was made and is not known");
    const outcome = await mirrorOne(fileDeps, submission.id, file, parentId);
    if (outcome === "more") return { ...result, more: true };
    if (outcome === "busy") result.busy = true;
    if (outcome === "missing") result.missing.push(file);
    if (outcome !== "mirrored") continue;
    result.count += 1;
    deps.mirrored(file);
  }
  return result;
}

async function mirrorOne(
  deps: MirrorFileDeps,
  submissionId: string,
  file: MirrorFile,
  parentId: string,
): Promise<FileOutcome | "busy"> {
  const hold = deps.hold();
  const row = await claimFile(deps.db, { sourceId: file.sourceId, submissionId }, hold);
  if (!row) return "busy";
  try {
    return await new FileMirror(deps, file, parentId, row).run();
  } finally {
    await releaseFile(deps.db, file.sourceId, hold.holder);
  }
}
