import type { MondayClient } from "./board-request.server";
import type { ColumnMap } from "./column-map";
import type { ItemPayload } from "./field-texts";
import { createItem, findItemBySubmission } from "./monday-client.server";

/** The board, and where things stand on it. */
export interface BoardDeps {
  monday: MondayClient;
  boardId: string;
  columns: ColumnMap;
}

/**
 * An item on the board, and whether it was known, found there or made: just now, or by an earlier
 * call (`replayed`), whose columns may have said something else.
 */
export interface SyncedItem {
  itemId: string;
  how: "known" | "found" | "replayed" | "created";
}

/** Where the item of something of ours is remembered. */
export interface ItemIdStore {
  /** Stores the item once, by one conditional update; false when one was stored before. */
  storeItem: (id: string, itemId: string, now: Date) => Promise<boolean>;
  /** The item that is stored. */
  storedItem: (id: string) => Promise<string | undefined>;
}

/**
 * Makes sure that something of ours has exactly one item on the board, however often it is called
 * and wherever a worker goes away in between. The board remembers idempotency keys for 30 minutes,
 * so it is first asked for an item that carries our id; that search is half a minute behind, which
 * the key covers.
 * @param id of a submission or of an entry of the waiting list.
 * @throws BoardError
 */
export async function ensureItem(
  { monday, boardId, columns }: BoardDeps,
  memory: ItemIdStore,
  id: string,
  payload: ItemPayload,
  now: Date,
): Promise<SyncedItem> {
  const storedItemId = await memory.storedItem(id);
  if (storedItemId) return { itemId: storedItemId, how: "known" };
  const boardItemId = await findItemBySubmission(monday, boardId, columns.submissionId.id, id);
  const item: SyncedItem = boardItemId
    ? { itemId: boardItemId, how: "found" }
    : await created(monday, boardId, payload, id);
  if (await memory.storeItem(id, item.itemId, now)) return item;
  // Somebody was faster: the item they stored is the one that counts.
  return { itemId: (await memory.storedItem(id)) ?? item.itemId, how: "known" };
}

async function created(...call: Parameters<typeof createItem>): Promise<SyncedItem> {
  const { itemId, replayed } = await createItem(...call);
  return { itemId, how: replayed ? "replayed" : "created" };
}
