import type { BoardError } from "~/board/board-error.server";
import type { ColumnMap } from "~/board/column-map";
import { refusalText } from "~/board/refusal-text";
import type { WorkResult } from "./job-kind";

/** What becomes of a job that the board refused, for all kinds that write there. */
export function afterBoardError(error: BoardError, columns: ColumnMap): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  if (permanent) return { kind: "failed", reason: code, detail: refusalText(error, columns) };
  return { kind: "retry", reason: code, detail: message, afterSeconds: retryAfterSeconds };
}
