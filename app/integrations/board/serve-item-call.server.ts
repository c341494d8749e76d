import type { ItemIdStore } from "~/domain/board/board";
import { sha256Hex } from "~/platform/hash";
import { updateItem } from "./board-client.server";
import { type BoardDeps, ensureItem } from "./ensure-item.server";
import { type FieldTexts, toItemPayload } from "./field-texts";
import { callLinks, callTexts, type ItemCall, invitedItem, overflowBlocks } from "./item-call";
import { upsertUpdate } from "./item-updates.server";
import { releaseBlocks } from "./track-update";
import { toUpdates, updateMarker } from "./update-html";

/** Items of calls are not stored here. */
const noItemIds: ItemIdStore = { storedItem: async () => undefined, storeItem: async () => true };

async function upsertDetails(
  { monday, boardId, columns }: BoardDeps,
  { call, texts, id, itemId }: { call: ItemCall; texts: FieldTexts; id: string; itemId: string },
): Promise<void> {
  const { release: form, files = [] } = call.formData ?? {};
  const releaseUpdates = releaseBlocks({ form, files }, callLinks(call), texts, columns);
  const blocks = [...releaseUpdates, ...overflowBlocks(call)];
  if (blocks.length === 0) return;
  for (const [index, body] of toUpdates(blocks, id).entries()) {
    const key = `${id}:${await sha256Hex(body)}`;
    const update = { marker: updateMarker(id, index + 1), body, key };
    await upsertUpdate(monday, { boardId, itemId }, update);
  }
}

/**
 * Creates the item of a call, or updates an invitation's item, with an update for what columns
 * cannot show. Idempotent: the hash of the call is its id on the board.
 * @returns the id of the item.
 * @throws MondayError
 */
export async function serveItemCall(deps: BoardDeps, call: ItemCall, now: Date): Promise<string> {
  const { monday, boardId, columns } = deps;
  const texts = callTexts(call);
  const invitedItemId = invitedItem(call);
  if (invitedItemId !== undefined) {
    const { columnValues } = toItemPayload(call.itemName, texts, columns);
    await updateItem(monday, boardId, invitedItemId, columnValues);
    await upsertDetails(deps, { call, texts, id: `item ${invitedItemId}`, itemId: invitedItemId });
    return invitedItemId;
  }
  const givenId = typeof texts.submissionId === "string" ? texts.submissionId.trim() : "";
  const id = givenId || `call-${await sha256Hex(JSON.stringify(call))}`;
  const allTexts = { ...texts, submissionId: id };
  const payload = toItemPayload(call.itemName, allTexts, columns);
  const { itemId, origin } = await ensureItem(deps, noItemIds, id, payload, now);
  // An item found by its hash is unchanged, or was edited by staff.
  if (givenId && origin !== "created")
    await updateItem(monday, boardId, itemId, payload.columnValues);
  await upsertDetails(deps, { call, texts: allTexts, id, itemId });
  return itemId;
}
