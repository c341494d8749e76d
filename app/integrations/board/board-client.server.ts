import * as v from "valibot";
import {
  boardId,
  type MondayClient,
  mutateBoard,
  mutateBoardPartially,
  queryBoard,
} from "./board-request.server";
import type { ItemPayload } from "./field-texts";
import {
  BOARD_COLUMNS,
  CHANGE_ITEM,
  CHECK_BOARD,
  CREATE_ITEM,
  deleteItemsDocument,
  FIND_ITEMS,
  TEST_CONNECTION,
} from "./graphql-documents";
import { columnSchema } from "./match-columns";
import { MondayError } from "./monday-error.server";

const item = v.object({ id: boardId });
const createdSchema = v.object({ create_item: item });
const changedSchema = v.object({ change_multiple_column_values: item });
const foundSchema = v.object({ items_page_by_column_values: v.object({ items: v.array(item) }) });
const connectionSchema = v.object({
  me: v.object({ name: v.string(), account: v.object({ name: v.string() }) }),
  version: v.object({ value: v.string() }),
});
const columnsSchema = v.object({
  boards: v.array(v.object({ name: v.string(), columns: v.array(columnSchema) })),
});

/** Adds the sent values to a refusal, for staff. */
async function withSentValues<T>(
  columnValues: ItemPayload["columnValues"],
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof MondayError) error.sent = columnValues;
    throw error;
  }
}

/** Limit of retries after a fix within half an hour. */
const MAX_KEYS = 6;

/**
 * Creates an item. The board repeats the first reply to an idempotency key for 30 minutes, also a
 * refusal. A permanent refusal created nothing, so the next of a fixed series of keys is used, and
 * staff who have fixed the board need not wait.
 * @returns the id; `replayed` if an earlier call created it, possibly with other columns.
 * @throws MondayError
 */
export function createItem(
  client: MondayClient,
  board: string,
  { itemName, columnValues }: ItemPayload,
  idempotencyKey: string,
): Promise<{ itemId: string; replayed: boolean }> {
  const variables = { boardId: board, itemName, columnValues: JSON.stringify(columnValues) };
  return withSentValues(columnValues, async () => {
    for (let attempt = 1; ; attempt++) {
      const key = attempt === 1 ? idempotencyKey : `${idempotencyKey}-${attempt}`;
      try {
        const createdItem = await mutateBoard(client, createdSchema, CREATE_ITEM, variables, key);
        return { itemId: createdItem.data.create_item.id, replayed: createdItem.replayed };
      } catch (error) {
        const canRetry = error instanceof MondayError && error.replayed && error.permanent;
        if (!canRetry || attempt === MAX_KEYS) throw error;
      }
    }
  });
}

/** Updates columns of an item; others stay unchanged. Idempotent. @throws MondayError */
export function updateItem(
  client: MondayClient,
  board: string,
  itemId: string,
  columnValues: ItemPayload["columnValues"],
): Promise<void> {
  const variables = { boardId: board, itemId, columnValues: JSON.stringify(columnValues) };
  return withSentValues(columnValues, async () => {
    await queryBoard(client, changedSchema, CHANGE_ITEM, variables);
  });
}

/** Codes for a missing item. */
const NO_ITEM = ["ResourceNotFoundException", "InvalidItemIdException"];

const isGone = (error: MondayError) => NO_ITEM.includes(error.code);

/**
 * Deletes items in one call; they stay in the bin for 30 days. Missing items count as deleted.
 * @param itemIds at most some dozens: each costs 10,000 points of the budget for a minute.
 * @returns errors by item id.
 */
export async function deleteItems(
  client: MondayClient,
  itemIds: readonly string[],
): Promise<Map<string, MondayError>> {
  const refusals = new Map<string, MondayError>();
  const addRefusal = (id: string, error?: MondayError) => {
    if (error && !isGone(error)) refusals.set(id, error);
  };
  const variables = Object.fromEntries(itemIds.map((id, index) => [`item${index}`, id]));
  try {
    const document = deleteItemsDocument(itemIds.length);
    const { failures } = await mutateBoardPartially(client, document, variables);
    itemIds.forEach((id, index) => {
      addRefusal(id, failures.get(`item${index}`));
    });
  } catch (error) {
    if (!(error instanceof MondayError)) throw error;
    // A missing item may fail the whole call in the old shape, without naming an item.
    if (!isGone(error) || itemIds.length === 1) for (const id of itemIds) addRefusal(id, error);
    else
      for (const id of itemIds)
        for (const [, failure] of await deleteItems(client, [id])) addRefusal(id, failure);
  }
  return refusals;
}

/**
 * Finds the oldest item with our id. The search lags half a minute, which the idempotency key of
 * {@link createItem} covers.
 * @throws MondayError
 */
export async function findItemBySubmission(
  client: MondayClient,
  board: string,
  columnId: string,
  submissionId: string,
): Promise<string | undefined> {
  const variables = { boardId: board, columnId, values: [submissionId] };
  const data = await queryBoard(client, foundSchema, FIND_ITEMS, variables);
  const ids = data.items_page_by_column_values.items.map(({ id }) => id);
  return ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

/** Checks the token. @returns its owner, for staff. @throws MondayError */
export async function testConnection(client: MondayClient) {
  const { me, version } = await queryBoard(client, connectionSchema, TEST_CONNECTION);
  return { user: me.name, account: me.account.name, apiVersion: version.value };
}

const checkSchema = v.object({
  me: v.object({ name: v.string() }),
  version: v.object({ value: v.string() }),
  boards: v.array(v.object({ name: v.string(), columns: v.array(v.object({ id: v.string() })) })),
});

/** What the check of the board needs; `found` is undefined if the token does not see it. @throws MondayError */
export async function checkBoard(client: MondayClient, board: string) {
  const { me, version, boards } = await queryBoard(client, checkSchema, CHECK_BOARD, {
    boardIds: [board],
  });
  return { user: me.name, apiVersion: version.value, found: boards[0] };
}

/** @returns undefined if the token does not see the board. @throws MondayError */
export async function boardColumns(client: MondayClient, board: string) {
  const { boards } = await queryBoard(client, columnsSchema, BOARD_COLUMNS, { boardIds: [board] });
  return boards[0];
}
