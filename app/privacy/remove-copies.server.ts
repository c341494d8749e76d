import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { BoardError } from "~/board/board-error.server";
import type { BoardConnection } from "~/board/connection.server";
import { deleteItem } from "~/board/monday-client.server";
import type { DriveConnection } from "~/drive/connection.server";
import { binFile } from "~/drive/drive-client.server";
import { DriveError } from "~/drive/drive-error.server";
import { driveFolders } from "~/drive/tables.server";
import type { Database } from "~/platform/database.server";
import { submissions } from "~/submission/tables.server";
import { listed } from "./remove-submissions.server";

/** Where copies of ours lie at others'. */
export interface Elsewhere {
  board: BoardConnection;
  drive: DriveConnection;
}

/** What lies there of submissions: items of the board, and folders of the drive. */
export interface Copies {
  items: string[];
  folders: string[];
}

/** The copies of these submissions. */
export async function copiesOf(db: Database, ids: readonly string[]): Promise<Copies> {
  const [items, folders] = await db.batch([
    db
      .select({ id: submissions.mondayItemId })
      .from(submissions)
      .where(and(inArray(submissions.id, listed(ids)), isNotNull(submissions.mondayItemId))),
    db
      .select({ id: driveFolders.driveId })
      .from(driveFolders)
      .where(
        and(inArray(driveFolders.submissionId, listed(ids)), eq(driveFolders.folder, "artist")),
      ),
  ]);
  const known = (rows: { id: string | null }[]) =>
    rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return { items: known(items), folders: known(folders) };
}

/**
 * Removes copies at others': items of the board for good, folders of the drive into its bin, which
 * empties itself after 30 days. What is gone already does not matter.
 * @returns what could not be removed, in words for staff that name nobody.
 */
export async function removeCopies(
  { board, drive }: Elsewhere,
  { items, folders }: Copies,
): Promise<string[]> {
  const left: string[] = [];
  const tried = async (what: string, remove: () => Promise<void>) => {
    try {
      await remove();
    } catch (error) {
      if (!(error instanceof BoardError || error instanceof DriveError)) throw error;
      left.push(`${what} (${error.code})`);
    }
  };
  for (const id of items) {
    if (board.state === "off") left.push(`Item ${id} of the board: it is not connected`);
    else await tried(`Item ${id} of the board`, () => deleteItem(board.client, id));
  }
  for (const id of folders) {
    if (drive.state === "off") left.push(`Folder ${id} of the drive: it is not connected`);
    else await tried(`Folder ${id} of the drive`, () => binFile(drive.client, id));
  }
  return left;
}
