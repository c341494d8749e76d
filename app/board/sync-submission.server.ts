import { type Clock, systemClock } from "~/platform/clock";
import type { ColumnMap } from "./column-map";
import type { FileLink } from "./file-links.server";
import { type BoardSubmission, itemPayload } from "./item-payload";
import { createItem, findItemBySubmission, type MondayClient } from "./monday-client.server";

/** What the board needs of the recorded submissions. */
export interface SubmissionStore {
  find: (id: string) => Promise<(BoardSubmission & { mondayItemId: string | null }) | undefined>;
  /** Stores the item once; false when one was stored before. */
  storeItem: (id: string, itemId: string, now: Date) => Promise<boolean>;
}

export interface SyncDependencies {
  submissions: SubmissionStore;
  monday: MondayClient;
  boardId: string;
  columns: ColumnMap;
  links: FileLink;
  now?: Clock;
}

/** The submission's item on the board, and whether it was known, found there or made just now. */
export interface SyncedItem {
  itemId: string;
  how: "known" | "found" | "created";
}

/**
 * Makes sure that a submission has exactly one item on the board, however often it is called.
 * The board remembers idempotency keys for 30 minutes only, so it is asked by our own id first.
 * @returns undefined when there is no such submission.
 * @throws BoardError
 */
export async function syncSubmission(
  { submissions, monday, boardId, columns, links, now = systemClock }: SyncDependencies,
  submissionId: string,
): Promise<SyncedItem | undefined> {
  const submission = await submissions.find(submissionId);
  if (!submission) return undefined;
  if (submission.mondayItemId) return { itemId: submission.mondayItemId, how: "known" };

  const column = columns.submissionId.id;
  const found = await findItemBySubmission(monday, boardId, column, submissionId);
  const itemId = found ?? (await create(submission));
  if (await submissions.storeItem(submissionId, itemId, now())) {
    return { itemId, how: found ? "found" : "created" };
  }
  // Somebody was faster: the item they stored is the one that counts.
  const stored = await submissions.find(submissionId);
  return { itemId: stored?.mondayItemId ?? itemId, how: "known" };

  async function create({ files, ...rest }: BoardSubmission): Promise<string> {
    const addresses = new Map<string, string>();
    for (const file of files) addresses.set(file.uploadId, await links(file, now()));
    const payload = itemPayload({ ...rest, files }, columns, addresses);
    return createItem(monday, boardId, payload, submissionId);
  }
}
