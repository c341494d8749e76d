import { statusLabel } from "~/reference/statuses";
import type { BoardDeps } from "./ensure-item.server";
import { toItemPayload } from "./field-texts";
import { updateItem } from "./monday-client.server";

/**
 * Writes a status and its reason. Without a reason the column is cleared, as the old one belongs
 * to an earlier status.
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
