import { BoardError } from "~/board/board-error.server";
import { type ConfigReader, readColumnMap } from "~/board/column-map-store.server";
import type { BoardConnection } from "~/board/connection.server";
import type { FileLink } from "~/board/file-links.server";
import { type SubmissionStore, syncSubmission } from "~/board/sync-submission.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { JobHandler, WorkResult } from "./run-job";

interface Dependencies {
  submissions: SubmissionStore;
  config: ConfigReader;
  board: BoardConnection;
  links: FileLink;
  log: Log;
  now: Clock;
}

function afterBoardError(error: BoardError): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  if (permanent) return { kind: "failed", reason: code, detail: message };
  return { kind: "retry", reason: code, detail: message, afterSeconds: retryAfterSeconds };
}

/** Puts the submission on the board, unless there is none: the product works without it. */
export function syncBoard({
  submissions,
  config,
  board,
  links,
  log,
  now,
}: Dependencies): JobHandler {
  return {
    async run({ submissionId }) {
      if (!submissionId) return { kind: "failed", reason: "no-such-submission" };
      if (board.state === "off") return { kind: "done", reason: "board-off" };
      const columns = await readColumnMap(config, log);
      const { client: monday, boardId } = board;
      try {
        const to = { submissions, monday, boardId, columns, links, now };
        const item = await syncSubmission(to, submissionId);
        if (!item) return { kind: "failed", reason: "no-such-submission" };
        if (item.how === "created") log("info", "board.item-created", { submissionId });
        return { kind: "done", reason: item.how };
      } catch (error) {
        if (error instanceof BoardError) return afterBoardError(error);
        throw error;
      }
    },
  };
}
