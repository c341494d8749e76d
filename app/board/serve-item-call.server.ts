import { sha256Hex } from "~/platform/hash";
import { type BoardDeps, ensureItem, type ItemIdStore } from "./ensure-item.server";
import { type FieldTexts, toItemPayload } from "./field-texts";
import { callLinks, callTexts, type ItemCall, invitedItem, overflowBlocks } from "./item-call";
import { upsertUpdate } from "./item-updates.server";
import { updateItem } from "./monday-client.server";
import { releaseBlocks } from "./track-update";
import { toUpdates, updateMarker } from "./update-html";

/** Calls are no submissions: the board alone remembers them. */
const noMemory: ItemIdStore = { storedItem: async () => undefined, storeItem: async () => true };

/** Posts what the columns cannot show under the item, or brings it up to date there. */
async function putDetails(
  { monday, columns }: BoardDeps,
  { call, texts, id, itemId }: { call: ItemCall; texts: FieldTexts; id: string; itemId: string },
): Promise<void> {
  const { release: form, files = [] } = call.formData ?? {};
  const ofRelease = releaseBlocks({ form, files }, callLinks(call), texts, columns);
  const blocks = [...ofRelease, ...overflowBlocks(call)];
  if (blocks.length === 0) return;
  for (const [index, body] of toUpdates(blocks, id).entries()) {
    const key = `${id}:${await sha256Hex(body)}`;
    await upsertUpdate(monday, itemId, { marker: updateMarker(id, index + 1), body, key });
  }
}

/**
 * Makes the item a call describes, or brings an invitation's item up to date, with an update for
 * what the columns cannot show. The same call gives the same item, however often it comes: it is
 * known by its hash in the column of our ids.
 * @returns the id of the item.
 * @throws BoardError
 */
export async function serveItemCall(deps: BoardDeps, call: ItemCall, now: Date): Promise<string> {
  const { monday, boardId, columns } = deps;
  const texts = callTexts(call);
  const invitedItemId = invitedItem(call);
  if (invitedItemId !== undefined) {
    const { columnValues } = toItemPayload(call.itemName, texts, columns);
    await updateItem(monday, boardId, invitedItemId, columnValues);
    await putDetails(deps, { call, texts, id: `item ${invitedItemId}`, itemId: invitedItemId });
    return invitedItemId;
  }
  const givenId = typeof texts.submissionId === "string" ? texts.submissionId.trim() : "";
  const id = givenId || `call-${await sha256Hex(JSON.stringify(call))}`;
  const all = { ...texts, submissionId: id };
  const payload = toItemPayload(call.itemName, all, columns);
  const { itemId, how } = await ensureItem(deps, noMemory, id, payload, now);
  // Under its hash it says the same already, or what staff have made of it.
  if (givenId && how !== "created") await updateItem(monday, boardId, itemId, payload.columnValues);
  await putDetails(deps, { call, texts: all, id, itemId });
  return itemId;
}
