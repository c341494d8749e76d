import * as v from "valibot";
import {
  boardId,
  type MondayClient,
  mutateBoardPartially,
  queryBoard,
} from "./board-request.server";
import type { ItemPayload } from "./field-texts";
import { ITEM_UPDATES, writeItemDocument } from "./graphql-documents";
import type { MondayError } from "./monday-error.server";

const updatesSchema = v.object({
  items: v.array(
    v.object({
      updates: v.nullable(
        v.array(v.object({ id: boardId, text_body: v.optional(v.nullable(v.string())) })),
      ),
    }),
  ),
});

/**
 * Reads the updates of an item.
 * @returns finds one of them by its marker.
 * @throws MondayError
 */
export async function readUpdates(client: MondayClient, itemId: string) {
  const data = await queryBoard(client, updatesSchema, ITEM_UPDATES, { itemIds: [itemId] });
  const updates = data.items.flatMap((item) => item.updates ?? []);
  return (marker: string) => updates.find(({ text_body: text }) => text?.includes(marker))?.id;
}

/** What one call writes to an item. An update without an id is posted, another is edited. */
interface ItemWrite {
  columnValues?: ItemPayload["columnValues"] | undefined;
  updates: readonly { id: string | undefined; body: string }[];
}

interface WrittenItem {
  columnsError: MondayError | undefined;
  /** In the order of the updates. */
  updates: readonly { id: string | undefined; error: MondayError | undefined }[];
  /** Whether this is the reply to an earlier call of the same key, perhaps with other content. */
  replayed: boolean;
}

/**
 * Writes columns and updates of an item in one call. Each can fail by itself.
 * @param key for the updates that are posted, so that none is posted twice.
 * @throws MondayError if the whole call failed.
 */
export async function writeItem(
  client: MondayClient,
  { boardId: board, itemId }: { boardId: string; itemId: string },
  { columnValues, updates }: ItemWrite,
  key?: string,
): Promise<WrittenItem> {
  const kinds = updates.map(({ id }) => (id === undefined ? "create" : "edit"));
  const variables = {
    ...((columnValues || kinds.includes("create")) && { itemId }),
    ...(columnValues && { boardId: board, columnValues: JSON.stringify(columnValues) }),
    ...Object.fromEntries(updates.map(({ body }, n) => [`body${n}`, body])),
    ...Object.fromEntries(updates.flatMap(({ id }, n) => (id ? [[`updateId${n}`, id]] : []))),
  };
  const document = writeItemDocument(columnValues !== undefined, kinds);
  const { ids, failures, replayed } = await mutateBoardPartially(client, document, variables, key);
  const columnsError = failures.get("columns");
  if (columnsError && columnValues) columnsError.sent = columnValues;
  return {
    columnsError,
    updates: updates.map(({ id }, n) => ({
      id: ids.get(`update${n}`) ?? id,
      error: failures.get(`update${n}`),
    })),
    replayed,
  };
}

/**
 * Creates or edits the update with this marker. Searches first, because a worker may have vanished
 * after posting it, unless the item is new.
 * @throws MondayError
 */
export async function upsertUpdate(
  client: MondayClient,
  item: { boardId: string; itemId: string; isNew?: boolean },
  { marker, body, key }: { marker: string; body: string; key: string },
): Promise<void> {
  const foundId = item.isNew ? undefined : (await readUpdates(client, item.itemId))(marker);
  const write = async (id: string | undefined) => {
    const { updates, replayed } = await writeItem(
      client,
      item,
      { updates: [{ id, body }] },
      id ? undefined : key,
    );
    const [update] = updates;
    if (update?.error) throw update.error;
    return { id: update?.id, replayed };
  };
  const { id, replayed } = await write(foundId);
  // Posted by another attempt, possibly with other content.
  if (replayed && id) await write(id);
}
