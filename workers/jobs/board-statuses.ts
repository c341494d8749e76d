import { changedStatuses, type ItemStatus } from "~/board/changed-statuses.server";
import { type ConfigReader, readColumnMap } from "~/board/column-map-store.server";
import type { BoardConnection } from "~/board/connection.server";
import type { Log } from "~/monitoring/log";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { openBoardItems } from "~/submission/submission-store.server";

interface Dependencies {
  db: Database;
  config: ConfigReader;
  board: BoardConnection;
  log: Log;
  now: Clock;
}

/** How long after a submission the board is still asked, in days. */
const ASKED_DAYS = 365;

/**
 * What staff have made of the open submissions on the board, for the sweep.
 * @throws BoardError
 */
export function boardStatuses({ db, config, board, log, now }: Dependencies) {
  return async (): Promise<ItemStatus[]> => {
    if (board.state === "off") return [];
    const items = await openBoardItems(db, addDays(now(), -ASKED_DAYS));
    if (items.length === 0) return [];
    return changedStatuses(board.client, await readColumnMap(config, log), items, now());
  };
}
