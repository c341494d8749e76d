import * as v from "valibot";
import type { EventNews } from "~/domain/submission/record/request-board-status.server";
import { statusOfLabel } from "~/reference/statuses";
import type { BoardSetup } from "./board-setup.server";

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Sent once when a webhook is created; must be echoed. */
export const challengeSchema = v.object({
  challenge: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)),
});

/** Of a status column; any other value counts as none. */
const labelSchema = v.object({ label: v.object({ text: v.string() }) });

/**
 * A change event: where it happened, and what it says. The change itself is read from the board,
 * unless it is known.
 */
export const boardEventSchema = v.object({
  event: v.object({
    boardId: id,
    pulseId: v.optional(id),
    columnId: v.optional(v.string()),
    value: v.fallback(v.optional(labelSchema), undefined),
  }),
});

/** The item whose status or reason has changed by an event; undefined for any other change or board. */
export async function changeOfEvent(
  { event: { boardId, pulseId, columnId, value } }: v.InferOutput<typeof boardEventSchema>,
  { connection, columns }: Pick<BoardSetup, "connection" | "columns">,
): Promise<{ itemId: string; news: EventNews } | undefined> {
  const { status, statusReason } = await columns();
  if (pulseId === undefined || connection.state === "off" || boardId !== connection.boardId)
    return undefined;
  if (columnId === statusReason.id) return { itemId: pulseId, news: { kind: "reason" } };
  if (columnId !== status.id) return undefined;
  const label = statusOfLabel(value?.label.text ?? "");
  return { itemId: pulseId, news: { kind: "status", status: label } };
}
