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
 * Ensures one item for a waiting list entry, with an update for what columns cannot show.
 * Idempotent.
 * @throws BoardError
 */
export async function syncWaitingList(
  deps: BoardDeps,
  itemIds: ItemIdStore,
  entry: WaitingListEntry,
  now: Date,
): Promise<SyncedItem> {
  const { id } = entry;
  const item = await ensureItem(deps, itemIds, id, waitingListItem(entry, deps.columns), now);
  const blocks = waitingListBlocks(entry);
  if (blocks.length === 0) return item;
  for (const [index, body] of toUpdates(blocks, id).entries()) {
    const number = index + 1;
    const key = `${id}:update-${number}`;
    await upsertUpdate(deps.monday, item.itemId, { marker: updateMarker(id, number), body, key });
  }
  return item;
}
