import * as v from "valibot";
import { BoardError } from "./board-error.server";
import {
  type MondayClient,
  mutateBoard,
  queryBoard,
  queryBoardPartially,
} from "./board-request.server";
import type { ItemPayload } from "./field-texts";
import {
  BOARD_COLUMNS,
  CHANGE_ITEM,
  CREATE_ITEM,
  deleteItemsDocument,
  FIND_ITEMS,
  TEST_CONNECTION,
} from "./graphql-documents";

export const boardId = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const item = v.object({ id: boardId });
const createdSchema = v.object({ create_item: item });
const changedSchema = v.object({ change_multiple_column_values: item });
const foundSchema = v.object({ items_page_by_column_values: v.object({ items: v.array(item) }) });
const connectionSchema = v.object({
  me: v.object({ name: v.string(), account: v.object({ name: v.string() }) }),
  version: v.object({ value: v.string() }),
});
const columnsSchema = v.object({
  boards: v.array(
    v.object({
      name: v.string(),
      columns: v.array(v.object({ id: v.string(), title: v.string(), type: v.string() })),
    }),
  ),
});

/** Has a refusal tell which values were refused, for the sentence that staff read. */
async function carrying<T>(
  columnValues: ItemPayload["columnValues"],
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof BoardError) error.sent = columnValues;
    throw error;
  }
}

/** How often a job that failed for good may be mended and run again within half an hour. */
const KEYS = 6;

/**
 * Creates an item.
 *
 * The board answers a repetition of the idempotency key with the first answer for 30 minutes, also
 * when that was a refusal. A refusal for good created nothing: where one is replayed, the next of a
 * fixed row of keys is used, so that staff who have mended the board need not wait.
 * @returns the id of the item; `replayed` where an earlier call made it, maybe with other columns.
 * @throws BoardError
 */
export function createItem(
  client: MondayClient,
  board: string,
  { itemName, columnValues }: ItemPayload,
  idempotencyKey: string,
): Promise<{ itemId: string; replayed: boolean }> {
  const variables = { boardId: board, itemName, columnValues: JSON.stringify(columnValues) };
  return carrying(columnValues, async () => {
    for (let number = 1; ; number++) {
      const key = number === 1 ? idempotencyKey : `${idempotencyKey}-${number}`;
      try {
        const createdItem = await mutateBoard(client, createdSchema, CREATE_ITEM, variables, key);
        return { itemId: createdItem.data.create_item.id, replayed: createdItem.replayed };
      } catch (error) {
        const again = error instanceof BoardError && error.replayed && error.permanent;
        if (!again || number === KEYS) throw error;
      }
    }
  });
}

/**
 * Writes columns of an item; those not named stay as they are. The same once more changes nothing.
 * @throws BoardError
 */
export function updateItem(
  client: MondayClient,
  board: string,
  itemId: string,
  columnValues: ItemPayload["columnValues"],
): Promise<void> {
  const variables = { boardId: board, itemId, columnValues: JSON.stringify(columnValues) };
  return carrying(columnValues, async () => {
    await queryBoard(client, changedSchema, CHANGE_ITEM, variables);
  });
}

/** What the board says of an item that is not there. */
const NO_ITEM = ["ResourceNotFoundException", "InvalidItemIdException"];

const isGone = (error: BoardError) => NO_ITEM.includes(error.code);

/**
 * Deletes items in one call; the board keeps them in its bin for 30 days. One that is gone does not
 * matter.
 * @param itemIds one to some dozens: each costs 10,000 points of the board's budget for a minute.
 * @returns why, for each that could not be deleted.
 */
export async function deleteItems(
  client: MondayClient,
  itemIds: readonly string[],
): Promise<Map<string, BoardError>> {
  const refusals = new Map<string, BoardError>();
  const refuse = (id: string, error?: BoardError) => {
    if (error && !isGone(error)) refusals.set(id, error);
  };
  const variables = Object.fromEntries(itemIds.map((id, index) => [`item${index}`, id]));
  try {
    const failures = await queryBoardPartially(
      client,
      deleteItemsDocument(itemIds.length),
      variables,
    );
    itemIds.forEach((id, index) => {
      refuse(id, failures.get(`item${index}`));
    });
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    // One that is gone may fail the whole call, in the board's shape of old, and name none of them.
    if (!isGone(error) || itemIds.length === 1) for (const id of itemIds) refuse(id, error);
    else
      for (const id of itemIds)
        for (const [, failure] of await deleteItems(client, [id])) refuse(id, failure);
  }
  return refusals;
}

/**
 * The item that carries this id of ours in the given column, if there is one; the oldest of
 * several. The search is up to half a minute behind: for that long the idempotency key of
 * {@link createItem} answers.
 * @throws BoardError
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

/**
 * Whether the token opens the account.
 * @returns whose token it is, for staff.
 * @throws BoardError
 */
export async function testConnection(client: MondayClient) {
  const { me, version } = await queryBoard(client, connectionSchema, TEST_CONNECTION);
  return { user: me.name, account: me.account.name, apiVersion: version.value };
}

/**
 * The columns the board has.
 * @returns undefined when the token does not see the board.
 * @throws BoardError
 */
export async function boardColumns(client: MondayClient, board: string) {
  const { boards } = await queryBoard(client, columnsSchema, BOARD_COLUMNS, { boardIds: [board] });
  return boards[0];
}
