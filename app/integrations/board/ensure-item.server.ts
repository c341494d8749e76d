import type { BoardItem, ItemIdStore } from "~/domain/board/board";
import { createItem, findItemBySubmission } from "./board-client.server";
import type { MondayClient } from "./board-request.server";
import type { ColumnMap } from "./column-map";
import type { ItemPayload } from "./field-texts";

export interface BoardDeps {
  monday: MondayClient;
  boardId: string;
  columns: ColumnMap;
}

/**
 * Ensures that a submission or entry has exactly one item, however often it is called or
 * interrupted. The board is searched for our id first, unless it cannot be there yet; the search lags
 * half a minute, which the idempotency key (30 minutes) covers.
 * @param id of a submission or a waiting list entry.
 * @param isNew whether no earlier call can have created it; asked only where no item is stored.
 * @throws MondayError
 */
export async function ensureItem(
  { monday, boardId, columns }: BoardDeps,
  itemIds: ItemIdStore,
  id: string,
  payload: ItemPayload,
  now: Date,
  isNew: () => Promise<boolean> = async () => false,
): Promise<BoardItem> {
  const storedItemId = await itemIds.storedItem(id);
  if (storedItemId) return { itemId: storedItemId, origin: "known" };
  const boardItemId = (await isNew())
    ? undefined
    : await findItemBySubmission(monday, boardId, columns.submissionId.id, id);
  const item: BoardItem = boardItemId
    ? { itemId: boardItemId, origin: "found" }
    : await createSyncedItem(monday, boardId, payload, id);
  if (await itemIds.storeItem(id, item.itemId, now)) return item;
  // A concurrent call stored its item first.
  return { itemId: (await itemIds.storedItem(id)) ?? item.itemId, origin: "known" };
}

async function createSyncedItem(...call: Parameters<typeof createItem>): Promise<BoardItem> {
  const { itemId, replayed } = await createItem(...call);
  return { itemId, origin: replayed ? "replayed" : "created" };
}
