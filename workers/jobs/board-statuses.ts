import type { ItemBoard } from "~/board/board-service.server";
import { changedStatuses, type ItemStatus } from "~/board/changed-statuses.server";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { openBoardItems } from "~/submission/record/submission-store.server";

interface Deps {
  db: Database;
  board: ItemBoard;
  now: Clock;
}

/** How long after a submission the board is still asked, in days. */
const MAX_SUBMISSION_AGE_DAYS = 365;

/** A rejection that still waits for its reason, which the sweep passes on to nobody. */
const lacksReason = ({ status, reason }: ItemStatus) => status === "rejected" && !reason;

/**
 * What staff have made of the open submissions on the board since it was last read or written, for
 * the sweep: it takes some at a time, so those that it can do nothing with come last.
 * @throws BoardError
 */
export function boardStatuses({ db, board, now }: Deps) {
  const { connection } = board;
  return async (): Promise<(ItemStatus & { readAt: Date })[]> => {
    if (connection.state === "off") return [];
    const readAt = now();
    const items = await openBoardItems(db, addDays(now(), -MAX_SUBMISSION_AGE_DAYS));
    if (items.size === 0) return [];
    const columns = await board.columns();
    const statuses = await changedStatuses(connection.client, columns, [...items.keys()], now());
    const changes = statuses.filter(({ itemId, status }) => status !== items.get(itemId));
    return changes
      .toSorted((a, b) => Number(lacksReason(a)) - Number(lacksReason(b)))
      .map((status) => ({ ...status, readAt }));
  };
}
