import {
  type BoardDeps,
  ensureItem,
  type ItemIdStore,
  type SyncedItem,
} from "./ensure-item.server";
import { upsertUpdate } from "./item-updates.server";
import { toUpdates, updateMarker } from "./update-html";
import { type WaitingListEntry, waitingListBlocks, waitingListItem } from "./waiting-list-item";

/**
 * Sees to it that an entry of the waiting list has its one item on the board, with an update for
 * what its columns cannot show, however often it is called.
 * @throws BoardError
 */
export async function syncWaitingList(
  to: BoardDeps,
  memory: ItemIdStore,
  entry: WaitingListEntry,
  now: Date,
): Promise<SyncedItem> {
  const { id } = entry;
  const item = await ensureItem(to, memory, id, waitingListItem(entry, to.columns), now);
  const blocks = waitingListBlocks(entry);
  if (blocks.length === 0) return item;
  for (const [index, body] of toUpdates(blocks, id).entries()) {
    const number = index + 1;
    const key = `${id}:update-${number}`;
    await upsertUpdate(to.monday, item.itemId, { marker: updateMarker(id, number), body, key });
  }
  return item;
}
