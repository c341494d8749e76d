import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import type { DriveClient } from "./drive-client.server";
import { claimFile, mirroredOf, releaseFile } from "./file-store.server";
import { ensureFolders, folderGone } from "./folder-tree.server";
import {
  FileMirror,
  type FileOutcome,
  type MirrorFileDeps,
  type Source,
} from "./mirror-file.server";
import type { Folder, MirrorFile } from "./mirror-plan";

/** A run begins no other step after this: a chunk may take a minute, and a job has two. */
const SLICE_SECONDS = 30;
/** How long a file is held for one step; a chunk, or reading a whole object for its hash. */
const HOLD_SECONDS = 90;

export interface MirrorDeps {
  db: Database;
  client: DriveClient;
  source: Source;
  ids: Ids;
  /** Told of each file as it arrives. */
  mirrored: (file: MirrorFile) => void;
}

/** What a run has come to. */
export interface Mirrored {
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
  const there = await mirroredOf(db, submission.id);
  const left = files.filter(({ sourceId }) => !there.has(sourceId));
  if (left.length === 0) return result;
  const wanted: Folder[] = ["artist", "audio", "images"];
  if (files.some(({ folder }) => folder === "clips")) wanted.push("clips");
  const tree = { db, client, submissionId: submission.id, name: submission.name };
  const folderIds = await ensureFolders(tree, wanted);
  const holder = ids.secret();
  const hold = () => {
    const now = clock();
    return { holder, now, leaseUntil: new Date(now.getTime() + HOLD_SECONDS * 1000) };
  };
  const gone = () => folderGone(db, submission.id);
  const fileRooms: MirrorFileDeps = { ...deps, hold, timeIsUp, folderGone: gone };
  for (const file of left) {
    if (timeIsUp()) return { ...result, more: true };
    const parentId = folderIds[file.folder];
    if (parentId === undefined) throw new Error("A folder was made and is not known");
    const outcome = await mirrorOne(fileRooms, submission.id, file, parentId);
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
