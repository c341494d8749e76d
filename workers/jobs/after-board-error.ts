import { recordFailureText } from "~/domain/submission/record/failure-text";
import type { BoardError } from "~/integrations/board/board-error.server";
import type { ColumnMap } from "~/integrations/board/column-map";
import { refusalText } from "~/integrations/board/refusal-text";
import type { WorkResult } from "./job-kind";

/**
 * The result of a job whose call the board refused.
 * @param entry of the submission; the detail says so where it is `invited`.
 */
export function afterBoardError(error: BoardError, columns: ColumnMap, entry?: string): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  const explanation = permanent ? refusalText(error, columns) : message;
  const detail = entry === "invited" ? `${recordFailureText(entry)}: ${explanation}` : explanation;
  if (permanent) return { kind: "failed", reason: code, detail };
  return { kind: "retry", reason: code, detail, afterSeconds: retryAfterSeconds };
}
