import * as v from "valibot";
import { findEntry, storeEntryItem } from "~/domain/access/waiting-list.server";
import type { Board, ItemIdStore } from "~/domain/board/board";
import { artistDataSchema } from "~/domain/board/waiting-artist";
import { hasSubmissionItem } from "~/domain/submission/record/shared-item.server";
import type { Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import { afterBoardError } from "./after-board-error";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";

interface Deps {
  db: Database;
  board: Board | undefined;
  log: Log;
}

/** Writes an entry of the waiting list to the board, if one is connected. */
export function syncEntry(deps: Deps): JobHandler<JobSubject<"sync-waiting-list">> {
  const { db, board, log } = deps;
  const items: ItemIdStore = {
    async storeItem(entryId, itemId, storedAt) {
      const stored = await storeEntryItem(db, entryId, itemId, storedAt);
      if (stored) log("info", "board.item-created", { entryId });
      return stored;
    },
    storedItem: async (id) => (await findEntry(db, id))?.boardItemId ?? undefined,
  };
  return {
    async run({ subject }) {
      if (!board) return { kind: "done", reason: "board-off" };
      const row = await findEntry(db, subject);
      if (!row) return { kind: "failed", reason: "no-such-entry" };
      if (await hasSubmissionItem(db, subject)) return { kind: "done", reason: "handed-on" };
      const artistData = v.parse(artistDataSchema, JSON.parse(row.artistData));
      try {
        const { origin } = await board.putEntry({ ...row, artistData }, items);
        return { kind: "done", reason: origin };
      } catch (error) {
        return afterBoardError(error);
      }
    },
  };
}

export const syncWaitingListJob: JobKind<"sync-waiting-list"> = {
  type: "sync-waiting-list",
  heavy: false,
  run: (topic, services) => syncEntry(services).run(topic),
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
