import { BoardError } from "~/board/board-error.server";
import type { ColumnMap } from "~/board/column-map";
import { type ConfigReader, readColumnMap } from "~/board/column-map-store.server";
import type { BoardConnection } from "~/board/connection.server";
import { refusalText } from "~/board/refusal-text";
import { type SyncDependencies, syncSubmission } from "~/board/sync-submission.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { JobHandler, WorkResult } from "./job-handler";

type Rooms = Omit<SyncDependencies, "monday" | "boardId" | "columns" | "now" | "renew">;

interface Dependencies extends Rooms {
  config: ConfigReader;
  board: BoardConnection;
  log: Log;
  now: Clock;
}

function afterBoardError(error: BoardError, columns: ColumnMap): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  if (permanent) return { kind: "failed", reason: code, detail: refusalText(error, columns) };
  return { kind: "retry", reason: code, detail: message, afterSeconds: retryAfterSeconds };
}

/** Puts the submission on the board, unless there is none: the product works without it. */
export function syncBoard(dependencies: Dependencies): JobHandler {
  const { config, board, log, now, ...rooms } = dependencies;

  /** Logs an item once, when it becomes the submission's: what comes after may fail. */
  const storeItem: Rooms["submissions"]["storeItem"] = async (submissionId, itemId, at) => {
    const stored = await rooms.submissions.storeItem(submissionId, itemId, at);
    if (stored) log("info", "board.item-created", { submissionId });
    return stored;
  };

  return {
    async run({ submissionId, renew }) {
      if (!submissionId) return { kind: "failed", reason: "no-such-submission" };
      if (board.state === "off") return { kind: "done", reason: "board-off" };
      const columns = await readColumnMap(config, log);
      const { client: monday, boardId } = board;
      const submissions = { ...rooms.submissions, storeItem };
      try {
        const to = { ...rooms, submissions, monday, boardId, columns, now, renew };
        const item = await syncSubmission(to, submissionId);
        if (!item) return { kind: "failed", reason: "no-such-submission" };
        return item.finished
          ? { kind: "done", reason: item.how }
          : { kind: "again", reason: "more-to-write" };
      } catch (error) {
        if (error instanceof BoardError) return afterBoardError(error, columns);
        throw error;
      }
    },
  };
}
