import type { Mirror } from "~/domain/mirror/mirror";
import { type Folder, INNER_FOLDERS, type MirrorFile } from "~/domain/mirror/mirror-plan";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import {
  createFolder,
  type DriveClient,
  findByProperty,
  folderMark,
  removeFile,
} from "./drive-client.server";
import { DriveError } from "./drive-error.server";
import { claimFile, mirroredFileIds, releaseFile } from "./file-store.server";
import {
  claimFolder,
  deleteFolders,
  foldersOf,
  releaseFolder,
  storeFolder,
} from "./folder-store.server";
import {
  FileMirror,
  type FileOutcome,
  type MirrorFileDeps,
  type ObjectSource,
} from "./mirror-file.server";

/**
 * Lease for creating a folder. Also gives a created but unstored folder time to appear in the
 * drive's search, which lags.
 */
const LEASE_SECONDS = 60;
/** Retry delay while another run creates a folder. */
const BUSY_SECONDS = 15;

interface FolderTree {
  db: Database;
  client: DriveClient;
  submissionId: string;
  /** Name of the artist's folder. */
  name: string;
}

type TreeIds = Partial<Record<Folder, string>>;

/** A 404 on creation means that the parent does not exist. */
async function toParentError({ db, submissionId }: FolderTree, folder: Folder) {
  if (folder !== "artist") return toFolderGoneError(db, submissionId);
  const text =
    "The Shared Drive or folder of the settings GOOGLE_DRIVE_ID and GOOGLE_DRIVE_FOLDER_ID was " +
    "not found. Check both, and that the service account is a member of the drive.";
  return new DriveError("DRIVE_NOT_FOUND", text, true);
}

/** Forgets removed folders, so that the next run creates them again. */
async function toFolderGoneError(db: Database, submissionId: string): Promise<DriveError> {
  await deleteFolders(db, submissionId);
  return new DriveError("FOLDER_GONE", "The folder is no longer on the drive.", false);
}

/** Whether a failed call may have been executed. */
function couldHaveSucceeded(error: unknown): boolean {
  return !(error instanceof DriveError) || error.status === undefined || error.status >= 500;
}

/** Runs under a claim; an earlier run may have created the folder without storing it. */
async function findOrCreateFolder(tree: FolderTree, folder: Folder, parentId: string) {
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
    // A folder that may exist stays claimed until the search finds it.
    if (!hasAsked || !couldHaveSucceeded(error)) await releaseFolder(db, { submissionId, folder });
    const notFound = error instanceof DriveError && error.status === 404;
    throw notFound ? await toParentError(tree, folder) : error;
  }
}

async function ensureFolder(tree: FolderTree, folder: Folder, folderIds: TreeIds): Promise<string> {
  const { db, client, submissionId } = tree;
  const existingId = folderIds[folder];
  if (existingId !== undefined) return existingId;
  const parentId =
    folder === "artist"
      ? client.rootId
      : await ensureFolder(tree, INNER_FOLDERS[folder].parent, folderIds);
  const folderKey = { submissionId, folder };
  const now = client.clock();
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000);
  if (!(await claimFolder(db, folderKey, now, lease))) {
    const folderId = (await foldersOf(db, submissionId))[folder];
    if (folderId === undefined)
      throw new DriveError("FOLDER_BUSY", "Another run makes the folder.", false, BUSY_SECONDS);
    folderIds[folder] = folderId;
    return folderId;
  }
  const id = await storeFolder(db, folderKey, await findOrCreateFolder(tree, folder, parentId));
  folderIds[folder] = id;
  return id;
}

/**
 * Creates missing folders, each at most once.
 * @throws DriveError `FOLDER_BUSY` while another run creates one.
 */
async function ensureFolders(tree: FolderTree, folders: readonly Folder[]): Promise<TreeIds> {
  const folderIds: TreeIds = await foldersOf(tree.db, tree.submissionId);
  for (const folder of folders) await ensureFolder(tree, folder, folderIds);
  return folderIds;
}

/** No new step is started after this time: a chunk may take a minute, and a job has two. */
const SLICE_SECONDS = 30;
/** Lease for one step: a chunk, or hashing an object. */
const HOLD_SECONDS = 90;

export interface MirrorDeps {
  db: Database;
  client: DriveClient;
  source: ObjectSource;
  ids: Ids;
}

/** See `Mirror.copy`. @throws DriveError */
async function copySubmission(
  deps: MirrorDeps,
  ...[submission, files, onCopied]: Parameters<Mirror["copy"]>
): ReturnType<Mirror["copy"]> {
  const { db, client, ids } = deps;
  const { clock } = client;
  const deadline = clock().getTime() + SLICE_SECONDS * 1000;
  const isTimeUp = () => clock().getTime() >= deadline;
  const result: Awaited<ReturnType<Mirror["copy"]>> = {
    count: 0,
    missing: [],
    busy: false,
    hasMore: false,
  };
  const mirroredIds = await mirroredFileIds(db, submission.id);
  const missingFiles = files.filter(({ sourceId }) => !mirroredIds.has(sourceId));
  if (missingFiles.length === 0) return result;
  const folders: Folder[] = ["artist", "audio", "images"];
  if (files.some(({ folder }) => folder === "clips")) folders.push("clips");
  const tree = { db, client, submissionId: submission.id, name: submission.name };
  const folderIds = await ensureFolders(tree, folders);
  const holder = ids.secret();
  const nextLease = () => {
    const now = clock();
    return { holder, now, leaseUntil: new Date(now.getTime() + HOLD_SECONDS * 1000) };
  };
  const onFolderGone = () => toFolderGoneError(db, submission.id);
  const fileDeps: MirrorFileDeps = { ...deps, nextLease, isTimeUp, onFolderGone };
  for (const file of missingFiles) {
    if (isTimeUp()) return { ...result, hasMore: true };
    const parentId = folderIds[file.folder];
    if (parentId === undefined) throw new Error("A folder was made and is not known");
    const outcome = await mirrorFile(fileDeps, submission.id, file, parentId);
    if (outcome === "more") return { ...result, hasMore: true };
    if (outcome === "busy") result.busy = true;
    if (outcome === "missing") result.missing.push(file);
    if (outcome !== "mirrored") continue;
    result.count += 1;
    onCopied(file);
  }
  return result;
}

async function mirrorFile(
  deps: MirrorFileDeps,
  submissionId: string,
  file: MirrorFile,
  parentId: string,
): Promise<FileOutcome | "busy"> {
  const lease = deps.nextLease();
  const row = await claimFile(deps.db, { sourceId: file.sourceId, submissionId }, lease);
  if (!row) return "busy";
  try {
    return await new FileMirror(deps, file, parentId, row).run();
  } finally {
    await releaseFile(deps.db, file.sourceId, lease.holder);
  }
}

/** The mirror on Google Drive. */
export function driveMirror(deps: MirrorDeps): Mirror {
  const { db, client } = deps;
  return {
    copy: (...call) => copySubmission(deps, ...call),
    async folderUrl(submissionId) {
      const { artist } = await foldersOf(db, submissionId);
      return artist && `https://drive.google.com/drive/folders/${artist}`;
    },
    async removeFolder(folder) {
      const id =
        "id" in folder
          ? folder.id
          : (await findByProperty(client, folderMark(folder.submissionId, "artist")))?.id;
      return id === undefined ? "deleted" : removeFile(client, id);
    },
  };
}
