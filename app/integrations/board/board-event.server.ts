import * as v from "valibot";
import type { BoardSetup } from "./board-setup.server";

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Sent once when a webhook is created; must be echoed. */
export const challengeSchema = v.object({
  challenge: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)),
});

/** A change event: only where it happened. The change itself is read from the board. */
export const boardEventSchema = v.object({
  event: v.object({ boardId: id, pulseId: v.optional(id), columnId: v.optional(v.string()) }),
});

/** The item whose status or reason has changed by an event; undefined for any other change or board. */
export async function itemOfEvent(
  { event: { boardId, pulseId, columnId } }: v.InferOutput<typeof boardEventSchema>,
  { connection, columns }: Pick<BoardSetup, "connection" | "columns">,
): Promise<string | undefined> {
  const { status, statusReason } = await columns();
  const isStatusColumn = columnId === status.id || columnId === statusReason.id;
  const isOurBoard = connection.state !== "off" && boardId === connection.boardId;
  return isOurBoard && isStatusColumn ? pulseId : undefined;
}
