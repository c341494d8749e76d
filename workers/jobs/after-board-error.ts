import type { BoardError } from "~/board/board-error.server";
import type { ColumnMap } from "~/board/column-map";
import { refusalText } from "~/board/refusal-text";
import { recordFailureText } from "~/submission/record/failure-text";
import type { WorkResult } from "./job-kind";

/**
 * What becomes of a job that the board refused, for all kinds that write there.
 * @param entry of the submission: what fails for an invitation's says so.
 */
export function afterBoardError(error: BoardError, columns: ColumnMap, entry?: string): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  const explanation = permanent ? refusalText(error, columns) : message;
  const detail = entry === "invited" ? `${recordFailureText(entry)}: ${explanation}` : explanation;
  if (permanent) return { kind: "failed", reason: code, detail };
  return { kind: "retry", reason: code, detail, afterSeconds: retryAfterSeconds };
}
