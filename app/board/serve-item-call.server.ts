import { sha256Hex } from "~/platform/hash";
import type { BoardRoom } from "./ensure-item.server";
import { calledItem, type ItemCall, invitedItem } from "./item-call";
import { createItem, updateItem } from "./monday-client.server";

/**
 * Makes the item a call describes, or brings an invitation's item up to date. The same call twice
 * within half an hour gives the same item.
 * @returns the id of the item.
 * @throws BoardError
 */
export async function serveItemCall(
  { monday, boardId, columns }: BoardRoom,
  call: ItemCall,
): Promise<string> {
  const payload = calledItem(call, columns);
  const invited = invitedItem(call);
  if (invited === undefined) {
    const key = `call-${await sha256Hex(JSON.stringify(call))}`;
    return createItem(monday, boardId, payload, key);
  }
  await updateItem(monday, boardId, invited, payload.columnValues);
  return invited;
}
