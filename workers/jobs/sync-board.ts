import { BoardError } from "~/board/board-error.server";
import type { ColumnMap } from "~/board/column-map";
import { type ConfigReader, readColumnMap } from "~/board/column-map-store.server";
import type { BoardConnection } from "~/board/connection.server";
import { refusalText } from "~/board/refusal-text";
import { type SyncDependencies, syncSubmission } from "~/board/sync-submission.server";
import { type Log, reasonOf } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { JobHandler, WorkResult } from "./job-handler";

/** Tells staff at once of something only they can mend. `detail` is a text for people. */
export type Alert = (
  kind: "board-refused",
  detail: { submissionId: string; jobId: string; text: string },
) => Promise<void>;

type Rooms = Omit<SyncDependencies, "monday" | "boardId" | "columns" | "now" | "renew">;

interface Dependencies extends Rooms {
  config: ConfigReader;
  board: BoardConnection;
  log: Log;
  now: Clock;
  alert?: Alert;
}

function afterBoardError(error: BoardError, columns: ColumnMap): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  if (permanent) return { kind: "failed", reason: code, detail: refusalText(error, columns) };
  return { kind: "retry", reason: code, detail: message, afterSeconds: retryAfterSeconds };
}

/** Puts the submission on the board, unless there is none: the product works without it. */
export function syncBoard(dependencies: Dependencies): JobHandler {
  const { config, board, log, now, alert, ...rooms } = dependencies;

  async function sync(
    submissionId: string,
    columns: ColumnMap,
    renew: () => Promise<void>,
  ): Promise<WorkResult> {
    if (board.state === "off") return { kind: "done", reason: "board-off" };
    const { client: monday, boardId } = board;
    try {
      const to = { ...rooms, monday, boardId, columns, now, renew };
      const item = await syncSubmission(to, submissionId);
      if (!item) return { kind: "failed", reason: "no-such-submission" };
      if (item.how === "created") log("info", "board.item-created", { submissionId });
      if (!item.finished) return { kind: "again", reason: "more-files" };
      return { kind: "done", reason: item.how };
    } catch (error) {
      if (error instanceof BoardError) return afterBoardError(error, columns);
      throw error;
    }
  }

  /** An alert that cannot be written must not cost the job its story. */
  async function tellStaff(submissionId: string, jobId: string, text: string): Promise<void> {
    try {
      await alert?.("board-refused", { submissionId, jobId, text });
    } catch (error) {
      log("error", "request.failed", { submissionId, jobId, reason: reasonOf(error) });
    }
  }

  return {
    async run({ submissionId, jobId, renew }) {
      if (!submissionId) return { kind: "failed", reason: "no-such-submission" };
      const result = await sync(submissionId, await readColumnMap(config, log), renew);
      if (result.kind === "failed")
        await tellStaff(submissionId, jobId, result.detail ?? result.reason);
      return result;
    },
  };
}
