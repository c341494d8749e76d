import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Board } from "~/domain/board/board";
import { type Mirror, MirrorError } from "~/domain/mirror/mirror";
import { mirrorFolders } from "~/domain/mirror/mirror-tables.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { type Database, textListSql } from "~/platform/database.server";

interface ExternalServices {
  board: Board | undefined;
  mirror: Mirror | undefined;
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
      .select({ id: mirrorFolders.driveId, submissionId: mirrorFolders.submissionId })
      .from(mirrorFolders)
      .where(
        and(
          inArray(mirrorFolders.submissionId, textListSql(ids)),
          eq(mirrorFolders.folder, "artist"),
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

/** @returns items that could not be removed. */
async function removeItems(board: Board | undefined, ids: readonly string[]): Promise<Leftover[]> {
  const createLeftover = (id: string, detail: string) => ({
    id,
    reason: `Item ${id} of the board${detail}`,
  });
  if (!board) return ids.map((id) => createLeftover(id, ": it is not connected"));
  const errors = await board.remove(ids);
  return [...errors].map(([id, { code }]) => createLeftover(id, ` (${code})`));
}

const IN_TRASH =
  " lies in its bin: delete it there, and make the service account a manager of the drive";

/** @param name names the folder for staff. @returns what could not be removed. */
async function removeFolder(
  mirror: Mirror | undefined,
  { id, name }: { id: string; name: string },
  folder: Parameters<Mirror["removeFolder"]>[0],
): Promise<Leftover[]> {
  const createLeftovers = (detail: string) => [{ id, reason: `${name} of the drive${detail}` }];
  if (!mirror) return createLeftovers(": it is not connected");
  try {
    const removal = await mirror.removeFolder(folder);
    return removal === "deleted" ? [] : createLeftovers(IN_TRASH);
  } catch (error) {
    if (error instanceof MirrorError) return createLeftovers(` (${error.code})`);
    throw error;
  }
}

/**
 * Deletes drive folders for good, and moves board items to the board's bin, which empties itself
 * after 30 days and has no API. Copies that are already gone count as removed.
 */
export async function removeExternalCopies(
  { board, mirror }: ExternalServices,
  { items, folders, unstoredFolders }: ExternalCopies,
): Promise<Leftover[]> {
  const leftovers = await removeItems(board, items);
  for (const id of folders)
    leftovers.push(...(await removeFolder(mirror, { id, name: `Folder ${id}` }, { id })));
  for (const id of unstoredFolders) {
    const target = { id, name: `The folder of submission ${id}` };
    leftovers.push(...(await removeFolder(mirror, target, { submissionId: id })));
  }
  return leftovers;
}
