import * as v from "valibot";
import { type SubmissionStatus, statusOfLabel } from "./board-labels";
import { type MondayClient, queryBoard } from "./board-request.server";
import type { ColumnMap } from "./column-map";
import { ITEM_STATUSES } from "./graphql-documents";
import { boardId } from "./monday-client.server";

/** What the board says of an item's status. */
export interface ItemStatus {
  itemId: string;
  status: SubmissionStatus;
  /** What staff wrote beside it: why a submission was declined. */
  reason?: string;
  changedAt: Date;
}

/** Items that one question may name. */
const ITEMS_AT_ONCE = 100;

const nullableText = v.optional(v.nullable(v.string()));
const statusesSchema = v.object({
  items: v.array(
    v.object({
      id: boardId,
      column_values: v.array(
        v.object({
          id: v.string(),
          text: nullableText,
          label: nullableText,
          updated_at: nullableText,
        }),
      ),
    }),
  ),
});
type Item = v.InferOutput<typeof statusesSchema>["items"][number];

function changeOf(item: Item, columns: ColumnMap, now: Date): ItemStatus | undefined {
  const value = item.column_values.find(({ id }) => id === columns.status.id);
  const status = statusOfLabel(value?.label ?? value?.text ?? "");
  if (!status) return undefined;
  const reason = item.column_values.find(({ id }) => id === columns.statusReason.id)?.text?.trim();
  const updatedAt = new Date(value?.updated_at ?? now);
  const changedAt = Number.isNaN(updatedAt.getTime()) ? now : updatedAt;
  return { itemId: item.id, status, reason: reason || undefined, changedAt };
}

/**
 * What the board says of the items' statuses. Labels that are none of our statuses are left out, and
 * so are items that have gone. One call for each hundred items.
 * @param since leaves out what has not changed after it, as far as the board tells.
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
  for (let at = 0; at < itemIds.length; at += ITEMS_AT_ONCE) {
    const variables = { itemIds: itemIds.slice(at, at + ITEMS_AT_ONCE), columnIds };
    const { items } = await queryBoard(client, statusesSchema, ITEM_STATUSES, variables);
    for (const item of items) {
      const change = changeOf(item, columns, now);
      if (change && (!since || change.changedAt > since)) changes.push(change);
    }
  }
  return changes;
}
