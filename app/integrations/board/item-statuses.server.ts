import * as v from "valibot";
import type { BoardChanges, ChangedStatus, ItemStatus } from "~/domain/board/board";
import { statusOfLabel } from "~/reference/statuses";
import { boardId, type MondayClient, queryBoard } from "./board-request.server";
import type { ColumnMap } from "./column-map";
import { CHANGED_ITEMS, ITEM_STATUSES, NEXT_CHANGED_ITEMS } from "./graphql-documents";
import { MondayError } from "./monday-error.server";

const ITEMS_PER_CALL = 100;

const nullableText = v.optional(v.nullable(v.string()));
const itemSchema = v.object({
  id: boardId,
  column_values: v.array(
    v.object({ id: v.string(), text: nullableText, label: nullableText, updated_at: nullableText }),
  ),
});
type Item = v.InferOutput<typeof itemSchema>;
/** The board may leave an item null; one that cannot be read stops no other. */
const readable = <S extends v.GenericSchema>(schema: S) =>
  v.array(v.fallback(v.nullable(schema), null));
const statusesSchema = v.object({ items: readable(itemSchema) });

const time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
);
const pageSchema = v.object({
  cursor: v.nullable(v.string()),
  items: readable(v.object({ ...itemSchema.entries, updated_at: time })),
});
const firstPageSchema = v.object({ boards: v.array(v.object({ items_page: pageSchema })) });
const nextPageSchema = v.object({ next_items_page: pageSchema });

function toItemStatus(item: Item, columns: ColumnMap, now: Date): ItemStatus | undefined {
  const value = item.column_values.find(({ id }) => id === columns.status.id);
  const status = statusOfLabel(value?.label ?? value?.text ?? "");
  if (!status) return undefined;
  const reason = item.column_values.find(({ id }) => id === columns.statusReason.id)?.text?.trim();
  const updatedAt = new Date(value?.updated_at ?? now);
  const changedAt = Number.isNaN(updatedAt.getTime()) ? now : updatedAt;
  return { itemId: item.id, status, reason: reason || undefined, changedAt };
}

const columnIdsOf = ({ status, statusReason }: ColumnMap) => [status.id, statusReason.id];

/**
 * Statuses of items on the board, without unknown labels and deleted items. One call for each
 * hundred items.
 * @throws MondayError
 */
export async function itemStatuses(
  client: MondayClient,
  columns: ColumnMap,
  itemIds: readonly string[],
  now: Date,
): Promise<ItemStatus[]> {
  const statuses: ItemStatus[] = [];
  const columnIds = columnIdsOf(columns);
  for (let offset = 0; offset < itemIds.length; offset += ITEMS_PER_CALL) {
    const variables = { itemIds: itemIds.slice(offset, offset + ITEMS_PER_CALL), columnIds };
    const { items } = await queryBoard(client, statusesSchema, ITEM_STATUSES, variables);
    for (const item of items) {
      const status = item && toItemStatus(item, columns, now);
      if (status) statuses.push(status);
    }
  }
  return statuses;
}

/** The board gives no more at once. */
const NEXT_LIMIT = 500;
/** A board has 10,000 items at most. */
const MAX_PAGES = 21;
/** The order by last change comes from the board's index, which may lag. */
const OVERLAP_MS = 5 * 60_000;

/** The pages of a board's items, last changed first, each read when it is asked for. */
async function* changedPages(client: MondayClient, board: string, columns: ColumnMap) {
  const columnIds = columnIdsOf(columns);
  const variables = { boardIds: [board], columnIds, limit: ITEMS_PER_CALL };
  const { boards } = await queryBoard(client, firstPageSchema, CHANGED_ITEMS, variables);
  let page = boards[0]?.items_page;
  if (!page)
    throw new MondayError("InvalidBoardIdException", "The board was not found.", {
      permanent: true,
    });
  yield page.items;
  for (let count = 1; page.cursor !== null && count < MAX_PAGES; count++) {
    const next: Record<string, unknown> = { cursor: page.cursor, columnIds, limit: NEXT_LIMIT };
    page = (await queryBoard(client, nextPageSchema, NEXT_CHANGED_ITEMS, next)).next_items_page;
    yield page.items;
  }
}

/**
 * Statuses of the items that have changed since a time of the board's clock, and for a while before it.
 * @throws MondayError
 */
export async function itemChanges(
  client: MondayClient,
  board: string,
  columns: ColumnMap,
  since: Date,
): Promise<BoardChanges> {
  const now = client.now();
  const from = new Date(since.getTime() - OVERLAP_MS);
  let until = since;
  const statuses = new Map<string, ChangedStatus>();
  for await (const page of changedPages(client, board, columns)) {
    const items = page.filter((item) => item !== null);
    for (const item of items) {
      const { updated_at: updatedAt } = item;
      if (updatedAt < from) continue;
      if (updatedAt > until) until = updatedAt;
      const status = toItemStatus(item, columns, now);
      if (status) statuses.set(item.id, { ...status, updatedAt });
    }
    if (items.some(({ updated_at: updatedAt }) => updatedAt < from)) break;
  }
  const byAge = [...statuses.values()].toSorted(
    (a, b) => a.updatedAt.getTime() - b.updatedAt.getTime(),
  );
  return { statuses: byAge, until };
}
