import * as v from "valibot";
import { boardId } from "./board-client.server";
import { type MondayClient, mutateBoard, queryBoard } from "./board-request.server";
import { CREATE_UPDATE, EDIT_UPDATE, ITEM_UPDATES } from "./graphql-documents";

const updatesSchema = v.object({
  items: v.array(
    v.object({
      updates: v.nullable(
        v.array(v.object({ id: boardId, text_body: v.optional(v.nullable(v.string())) })),
      ),
    }),
  ),
});
const createdSchema = v.object({ create_update: v.object({ id: boardId }) });
const editedSchema = v.object({ edit_update: v.object({ id: boardId }) });

/** Finds an update by its marker. @throws MondayError */
async function findUpdate(client: MondayClient, itemId: string, marker: string) {
  const data = await queryBoard(client, updatesSchema, ITEM_UPDATES, { itemIds: [itemId] });
  const updates = data.items.flatMap((item) => item.updates ?? []);
  return updates.find(({ text_body: text }) => text?.includes(marker))?.id;
}

export async function editUpdate(client: MondayClient, updateId: string, body: string) {
  await queryBoard(client, editedSchema, EDIT_UPDATE, { updateId, body });
}

/**
 * Creates or edits the update with this marker. Searches first, because a worker may have vanished
 * after posting it.
 * @returns its id.
 * @throws MondayError
 */
export async function upsertUpdate(
  client: MondayClient,
  itemId: string,
  { marker, body, key }: { marker: string; body: string; key: string },
): Promise<string> {
  let updateId = await findUpdate(client, itemId, marker);
  if (updateId === undefined) {
    const variables = { itemId, body };
    const { data, replayed } = await mutateBoard(
      client,
      createdSchema,
      CREATE_UPDATE,
      variables,
      key,
    );
    updateId = data.create_update.id;
    if (!replayed) return updateId;
  }
  // Posted by another attempt, possibly with other content.
  await editUpdate(client, updateId, body);
  return updateId;
}
