import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { BoardConnection } from "~/integrations/board/board-connection.server";
import { deleteItems } from "~/integrations/board/monday-client.server";
import {
  type DriveClient,
  findByProperty,
  folderMark,
  removeFile,
} from "~/integrations/drive/drive-client.server";
import type { DriveConnection } from "~/integrations/drive/drive-connection.server";
import { DriveError } from "~/integrations/drive/drive-error.server";
import { driveFolders } from "~/integrations/drive/drive-tables.server";
import { type Database, textListSql } from "~/platform/database.server";

interface ExternalServices {
  board: BoardConnection;
  drive: DriveConnection;
}

export interface ExternalCopies {
  items: string[];
  folders: string[];
  /** Submissions whose folder may exist although its id was never stored. */
  unstoredFolders: string[];
}

export async function findExternalCopies(
  db: Database,
  ids: readonly string[],
): Promise<ExternalCopies> {
  const [items, folders] = await db.batch([
    db
      .select({ id: submissions.boardItemId })
      .from(submissions)
      .where(and(inArray(submissions.id, textListSql(ids)), isNotNull(submissions.boardItemId))),
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

export interface Leftover {
  id: string;
  /** For staff, without personal data. */
  reason: string;
}

/** At 10,000 points each, a quarter of a trial account's budget for a minute. */
const ITEMS_PER_CALL = 25;

/** @returns items that could not be removed. */
async function removeItems(board: BoardConnection, ids: readonly string[]): Promise<Leftover[]> {
  const createLeftover = (id: string, detail: string) => ({
    id,
    reason: `Item ${id} of the board${detail}`,
  });
  if (board.state === "off") return ids.map((id) => createLeftover(id, ": it is not connected"));
  const errors = await deleteItems(board.client, ids);
  return [...errors].map(([id, { code }]) => createLeftover(id, ` (${code})`));
}

const IN_TRASH =
  " lies in its bin: delete it there, and make the service account a manager of the drive";

/**
 * @param target names the folder for staff. @param find returns its id; undefined if there is
 * none.
 */
async function removeFolder(
  drive: DriveConnection,
  target: { id: string; name: string },
  find: (client: DriveClient) => Promise<string | undefined>,
): Promise<Leftover[]> {
  const createLeftovers = (detail: string) => [
    { id: target.id, reason: `${target.name} of the drive${detail}` },
  ];
  if (drive.state === "off") return createLeftovers(": it is not connected");
  try {
    const driveId = await find(drive.client);
    const removal = driveId === undefined ? "deleted" : await removeFile(drive.client, driveId);
    return removal === "deleted" ? [] : createLeftovers(IN_TRASH);
  } catch (error) {
    if (error instanceof DriveError) return createLeftovers(` (${error.code})`);
    throw error;
  }
}

/**
 * Deletes drive folders for good, and moves board items to the board's bin, which empties itself
 * after 30 days and has no API. Copies that are already gone count as removed.
 */
export async function removeExternalCopies(
  { board, drive }: ExternalServices,
  { items, folders, unstoredFolders }: ExternalCopies,
): Promise<Leftover[]> {
  const leftovers: Leftover[] = [];
  for (let offset = 0; offset < items.length; offset += ITEMS_PER_CALL)
    leftovers.push(...(await removeItems(board, items.slice(offset, offset + ITEMS_PER_CALL))));
  for (const id of folders) {
    const target = { id, name: `Folder ${id}` };
    leftovers.push(...(await removeFolder(drive, target, async () => id)));
  }
  for (const id of unstoredFolders) {
    const target = { id, name: `The folder of submission ${id}` };
    const find = async (client: DriveClient) =>
      (await findByProperty(client, folderMark(id, "artist")))?.id;
    leftovers.push(...(await removeFolder(drive, target, find)));
  }
  return leftovers;
}
