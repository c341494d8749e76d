import * as v from "valibot";
import { type SubmissionStatus, statusOfLabel } from "~/reference/statuses";
import { type MondayClient, queryBoard } from "./board-request.server";
import type { ColumnMap } from "./column-map";
import { ITEM_STATUSES } from "./graphql-documents";
import { boardId } from "./monday-client.server";

export interface ItemStatus {
  itemId: string;
  status: SubmissionStatus;
  /** Written by staff: why a submission was rejected. */
  reason?: string;
  changedAt: Date;
}

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
 * @param since only later changes, if the board gives their time.
 * @throws BoardError
 */
export async function changedStatuses(
  client: MondayClient,
  columns: ColumnMap,
  itemIds: readonly string[],
  now: Date,
  since?: Date,
): Promise<ItemStatus[]> {
  const changes: ItemStatus[] = [];
  const columnIds = [columns.status.id, columns.statusReason.id];
  for (let offset = 0; offset < itemIds.length; offset += ITEMS_PER_CALL) {
    const variables = { itemIds: itemIds.slice(offset, offset + ITEMS_PER_CALL), columnIds };
    const { items } = await queryBoard(client, statusesSchema, ITEM_STATUSES, variables);
    for (const item of items) {
      const change = item && toItemStatus(item, columns, now);
      if (change && (!since || change.changedAt > since)) changes.push(change);
    }
  }
  return changes;
}
