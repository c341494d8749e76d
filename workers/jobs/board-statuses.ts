import type { Board, ChangedStatus } from "~/domain/board/board";
import { boardReadUntil } from "~/domain/board/board-reading.server";
import type { BoardStatus } from "~/domain/submission/record/board-status.server";
import {
  type KnownBoardStatus,
  knownBoardStatuses,
} from "~/domain/submission/record/submission-store.server";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";

export interface BoardDeps {
  db: Database;
  board: Board | undefined;
  now: Clock;
}

/** A status of the board that differs from ours. */
export interface StatusNews extends BoardStatus, Pick<ChangedStatus, "updatedAt"> {
  /** Whether it was refused before, and nothing about that has changed on the board. */
  isRefused: boolean;
}

export interface BoardNews {
  /** The oldest change first. */
  statuses: readonly StatusNews[];
  /** Up to when the board was read, by its clock; undefined while there is no board. */
  until: Date | undefined;
}

const isRefused = ({ status, reason }: ChangedStatus, { refusal }: KnownBoardStatus) =>
  refusal?.status === status && !(refusal.reason === "no-reason" && reason);

/**
 * Asks the board what has changed since it was last read, and lists what differs from our statuses.
 * @throws BoardError
 */
export const readBoardNews =
  ({ db, board, now }: BoardDeps) =>
  async (): Promise<BoardNews> => {
    if (!board) return { statuses: [], until: undefined };
    const readAt = now();
    const { statuses, until } = await board.changes(await boardReadUntil(db, readAt));
    const known = await knownBoardStatuses(
      db,
      statuses.map(({ itemId }) => itemId),
    );
    const news = statuses.flatMap((status): StatusNews[] => {
      const before = known.get(status.itemId);
      if (!before || (before.status === status.status && !before.refusal)) return [];
      return [{ ...status, readAt, isRefused: isRefused(status, before) }];
    });
    return { statuses: news, until };
  };
