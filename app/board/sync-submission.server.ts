import { type Clock, systemClock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import {
  findSubmission,
  type Submission,
  storeMondayItem,
} from "~/submission/submission-store.server";
import type { ColumnMap } from "./column-map";
import type { FileLink } from "./file-links";
import { itemPayload } from "./item-payload";
import { createItem, findItemBySubmission, type MondayClient } from "./monday-client";

export interface SyncDependencies {
  db: Database;
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
  { db, monday, boardId, columns, links, now = systemClock }: SyncDependencies,
  submissionId: string,
): Promise<SyncedItem | undefined> {
  const submission = await findSubmission(db, submissionId);
  if (!submission) return undefined;
  if (submission.mondayItemId) return { itemId: submission.mondayItemId, how: "known" };

  const column = columns.submissionId.id;
  const found = await findItemBySubmission(monday, boardId, column, submissionId);
  const itemId = found ?? (await create(submission));
  if (await storeMondayItem(db, submissionId, itemId, now())) {
    return { itemId, how: found ? "found" : "created" };
  }
  // Somebody was faster: the item they stored is the one that counts.
  const stored = await findSubmission(db, submissionId);
  return { itemId: stored?.mondayItemId ?? itemId, how: "known" };

  async function create({ files, ...rest }: Submission): Promise<string> {
    const addresses = new Map<string, string>();
    for (const file of files) addresses.set(file.uploadId, await links(file, now()));
    const payload = itemPayload({ ...rest, files }, columns, addresses);
    return createItem(monday, boardId, payload, submissionId);
  }
}
