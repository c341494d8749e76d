import * as v from "valibot";
import type { ItemStatus } from "~/domain/board/board";
import { statusOfLabel } from "~/reference/statuses";
import { boardId } from "./board-client.server";
import { type MondayClient, queryBoard } from "./board-request.server";
import type { ColumnMap } from "./column-map";
import { ITEM_STATUSES } from "./graphql-documents";

export const ITEMS_PER_CALL = 100;

const nullableText = v.optional(v.nullable(v.string()));
const itemSchema = v.object({
  id: boardId,
  column_values: v.array(
    v.object({ id: v.string(), text: nullableText, label: nullableText, updated_at: nullableText }),
  ),
});
type Item = v.InferOutput<typeof itemSchema>;
/** The board may leave an item null; one that cannot be read stops no other. */
const statusesSchema = v.object({ items: v.array(v.fallback(v.nullable(itemSchema), null)) });

function toItemStatus(item: Item, columns: ColumnMap, now: Date): ItemStatus | undefined {
  const value = item.column_values.find(({ id }) => id === columns.status.id);
  const status = statusOfLabel(value?.label ?? value?.text ?? "");
  if (!status) return undefined;
  const reason = item.column_values.find(({ id }) => id === columns.statusReason.id)?.text?.trim();
  const updatedAt = new Date(value?.updated_at ?? now);
  const changedAt = Number.isNaN(updatedAt.getTime()) ? now : updatedAt;
  return { itemId: item.id, status, reason: reason || undefined, changedAt };
}

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
  const columnIds = [columns.status.id, columns.statusReason.id];
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
