import { statusLabel } from "./board-labels";
import type { BoardDeps } from "./ensure-item.server";
import { toItemPayload } from "./field-texts";
import { updateItem } from "./monday-client.server";

/**
 * Writes a status and its reason to an item. Without a reason that of an earlier status goes, so that
 * nobody takes it for the reason of a later one.
 * @throws BoardError
 */
export async function writeBoardStatus(
  { monday, boardId, columns }: BoardDeps,
  itemId: string,
  { status, reason }: { status: string; reason?: string | undefined },
): Promise<void> {
  const texts = { status: statusLabel(status), statusReason: reason };
  const { columnValues } = toItemPayload("", texts, columns);
  const emptyReason = reason ? {} : { [columns.statusReason.id]: "" };
  await updateItem(monday, boardId, itemId, { ...columnValues, ...emptyReason });
}
