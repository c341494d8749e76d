import * as v from "valibot";
import { findEntry, storeEntryItem } from "~/domain/access/waiting-list.server";
import { hasSubmissionItem } from "~/domain/submission/record/shared-item.server";
import { BoardError } from "~/integrations/board/board-error.server";
import type { ItemBoard } from "~/integrations/board/board-service.server";
import { syncWaitingList } from "~/integrations/board/sync-waiting-list.server";
import { artistDataSchema } from "~/integrations/board/waiting-list-item";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { afterBoardError } from "./after-board-error";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";

interface Deps {
  db: Database;
  board: ItemBoard;
  log: Log;
  now: Clock;
}

/** Writes an entry of the waiting list to the board, if one is connected. */
export function syncEntry(deps: Deps): JobHandler<JobSubject<"sync-waiting-list">> {
  const { db, board, log, now } = deps;
  const { connection } = board;
  const itemStore = {
    async storeItem(entryId: string, itemId: string, storedAt: Date) {
      const stored = await storeEntryItem(db, entryId, itemId, storedAt);
      if (stored) log("info", "board.item-created", { entryId });
      return stored;
    },
    storedItem: async (id: string) => (await findEntry(db, id))?.boardItemId ?? undefined,
  };
  return {
    async run({ subject }) {
      if (connection.state === "off") return { kind: "done", reason: "board-off" };
      const row = await findEntry(db, subject);
      if (!row) return { kind: "failed", reason: "no-such-entry" };
      if (await hasSubmissionItem(db, subject)) return { kind: "done", reason: "handed-on" };
      const columns = await board.columns();
      const { client: monday, boardId } = connection;
      const artistData = v.parse(artistDataSchema, JSON.parse(row.artistData));
      try {
        const entry = { ...row, artistData };
        const item = await syncWaitingList({ monday, boardId, columns }, itemStore, entry, now());
        return { kind: "done", reason: item.origin };
      } catch (error) {
        if (error instanceof BoardError) return afterBoardError(error, columns);
        throw error;
      }
    },
  };
}

export const syncWaitingListJob: JobKind<"sync-waiting-list"> = {
  type: "sync-waiting-list",
  heavy: false,
  run: (topic, services) => syncEntry({ ...services, now: services.clock }).run(topic),
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
