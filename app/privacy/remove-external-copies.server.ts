import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { BoardConnection } from "~/board/board-connection.server";
import { deleteItems } from "~/board/monday-client.server";
import {
  type DriveClient,
  findByProperty,
  folderMark,
  removeFile,
} from "~/drive/drive-client.server";
import type { DriveConnection } from "~/drive/drive-connection.server";
import { DriveError } from "~/drive/drive-error.server";
import { driveFolders } from "~/drive/drive-tables.server";
import { type Database, textListSql } from "~/platform/database.server";
import { submissions } from "~/submission/submission-tables.server";

/** Where copies of ours lie at others'. */
interface Elsewhere {
  board: BoardConnection;
  drive: DriveConnection;
}

/** What lies there of submissions: items of the board, and folders of the drive. */
export interface ExternalCopies {
  items: string[];
  folders: string[];
  /** Submissions whose folder may have been made by a run that died before it wrote down which. */
  unstoredFolders: string[];
}

/** The copies of these submissions. */
export async function findExternalCopies(
  db: Database,
  ids: readonly string[],
): Promise<ExternalCopies> {
  const [items, folders] = await db.batch([
    db
      .select({ id: submissions.mondayItemId })
      .from(submissions)
      .where(and(inArray(submissions.id, textListSql(ids)), isNotNull(submissions.mondayItemId))),
    db
      .select({ id: driveFolders.driveId, submissionId: driveFolders.submissionId })
      .from(driveFolders)
      .where(
        and(
          inArray(driveFolders.submissionId, textListSql(ids)),
          eq(driveFolders.folder, "artist"),
        ),
      ),
  ]);
  const knownIds = (rows: { id: string | null }[]) =>
    rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const unstoredFolders = folders.flatMap(({ id, submissionId }) =>
    id === null ? [submissionId] : [],
  );
  return { items: knownIds(items), folders: knownIds(folders), unstoredFolders };
}

/** A copy that could not be removed. */
export interface Leftover {
  /** Of the item or the folder. */
  id: string;
  /** In words for staff that name nobody. */
  reason: string;
}

/** Items that one call of the board removes: at 10,000 points each a quarter of a trial's budget for a minute. */
const ITEMS_A_CALL = 25;

/** @returns what is left of these items. */
async function removeItems(board: BoardConnection, ids: readonly string[]): Promise<Leftover[]> {
  const leftoverOf = (id: string, why: string) => ({ id, reason: `Item ${id} of the board${why}` });
  if (board.state === "off") return ids.map((id) => leftoverOf(id, ": it is not connected"));
  const errors = await deleteItems(board.client, ids);
  return [...errors].map(([id, { code }]) => leftoverOf(id, ` (${code})`));
}

const IN_THE_BIN =
  " lies in its bin: delete it there, and make the service account a manager of the drive";

/** @param what the folder, for staff. @param find gives its id; undefined where there is none. */
async function removeFolder(
  drive: DriveConnection,
  what: { id: string; name: string },
  find: (client: DriveClient) => Promise<string | undefined>,
): Promise<Leftover[]> {
  const leftoverFor = (why: string) => [{ id: what.id, reason: `${what.name} of the drive${why}` }];
  if (drive.state === "off") return leftoverFor(": it is not connected");
  try {
    const driveId = await find(drive.client);
    const removal = driveId === undefined ? "deleted" : await removeFile(drive.client, driveId);
    return removal === "deleted" ? [] : leftoverFor(IN_THE_BIN);
  } catch (error) {
    if (error instanceof DriveError) return leftoverFor(` (${error.code})`);
    throw error;
  }
}

/**
 * Removes copies at others': folders of the drive for good; items of the board into its bin, which nobody
 * but people can empty, and which empties itself after 30 days. What is gone already does not matter.
 */
export async function removeExternalCopies(
  { board, drive }: Elsewhere,
  { items, folders, unstoredFolders }: ExternalCopies,
): Promise<Leftover[]> {
  const leftovers: Leftover[] = [];
  for (let from = 0; from < items.length; from += ITEMS_A_CALL)
    leftovers.push(...(await removeItems(board, items.slice(from, from + ITEMS_A_CALL))));
  for (const id of folders) {
    const what = { id, name: `Folder ${id}` };
    leftovers.push(...(await removeFolder(drive, what, async () => id)));
  }
  for (const id of unstoredFolders) {
    const what = { id, name: `The folder of submission ${id}` };
    const find = async (client: DriveClient) =>
      (await findByProperty(client, folderMark(id, "artist")))?.id;
    leftovers.push(...(await removeFolder(drive, what, find)));
  }
  return leftovers;
}
