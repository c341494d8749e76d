import { openBoardItems } from "~/domain/submission/record/submission-store.server";
import type { ItemBoard } from "~/integrations/board/board-service.server";
import { changedStatuses, type ItemStatus } from "~/integrations/board/changed-statuses.server";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";

interface Deps {
  db: Database;
  board: ItemBoard;
  now: Clock;
}

/** The board is asked about a submission for this long, in days. */
export const MAX_SUBMISSION_AGE_DAYS = 365;

/** Whether it is a rejection without a reason, which the sweep does not pass on. */
const lacksReason = ({ status, reason }: ItemStatus) => status === "rejected" && !reason;

/**
 * Lists the statuses of open submissions that have changed on the board. Those without a reason come
 * last: the sweep applies only some at a time, and can do nothing with them.
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
