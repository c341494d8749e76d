import type { Board, ItemStatus } from "~/domain/board/board";
import {
  settledBoardItems,
  waitingBoardItems,
} from "~/domain/submission/record/submission-store.server";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { needsReason } from "~/reference/statuses";

interface Deps {
  db: Database;
  board: Board | undefined;
  now: Clock;
}

type ReadStatus = ItemStatus & { readAt: Date };

/** The board is asked about a submission for this long, in days. */
export const MAX_SUBMISSION_AGE_DAYS = 365;

const HOURS_OF_DAY = 24;

/** Whether it is a rejection without a reason, which the sweep does not pass on. */
const lacksReason = ({ status, reason }: ItemStatus) => needsReason(status) && !reason;

/**
 * Asks the board about items, by the hundred, and lists what differs from our status. Those without a
 * reason come last: the sweep applies only some at a time, and can do nothing with them.
 * @param findItems finds the items with their last known status; runs once the board is known to be on.
 * @throws BoardError
 */
async function listChanges(
  { board, now }: Deps,
  findItems: (readAt: Date) => Promise<ReadonlyMap<string, string>>,
): Promise<ReadStatus[]> {
  if (!board) return [];
  const readAt = now();
  const items = await findItems(readAt);
  if (items.size === 0) return [];
  const statuses = await board.statuses([...items.keys()]);
  const changes = statuses.filter(({ itemId, status }) => status !== items.get(itemId));
  return changes
    .toSorted((a, b) => Number(lacksReason(a)) - Number(lacksReason(b)))
    .map((status) => ({ ...status, readAt }));
}

/** Lists the changed statuses of submissions that wait for a decision or their release. */
export const boardStatuses = (deps: Deps) => (): Promise<ReadStatus[]> =>
  listChanges(deps, (at) => waitingBoardItems(deps.db, addDays(at, -MAX_SUBMISSION_AGE_DAYS)));

/** The share of a year of submissions that is asked about in this hour, so that a day asks about all. */
export function hourlySpan(at: Date): { from: Date; until: Date } {
  const dayStart = new Date(at);
  dayStart.setUTCHours(0, 0, 0, 0);
  const dayOf = (hour: number) =>
    addDays(dayStart, -MAX_SUBMISSION_AGE_DAYS * (1 - hour / HOURS_OF_DAY));
  const hour = at.getUTCHours();
  return { from: dayOf(hour), until: hour === HOURS_OF_DAY - 1 ? at : dayOf(hour + 1) };
}

/** Lists the changed statuses of rejected and other settled submissions: a part of them each hour. */
export const settledStatuses = (deps: Deps) => (): Promise<ReadStatus[]> =>
  listChanges(deps, (at) => settledBoardItems(deps.db, hourlySpan(at)));
