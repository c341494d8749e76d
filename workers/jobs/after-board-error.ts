import { BoardError, boardErrorText } from "~/domain/board/board-error";
import { recordFailureText } from "~/domain/submission/record/failure-text";
import type { WorkResult } from "./job-kind";

/**
 * The result of a job whose call has failed.
 * @param entry of the submission; the detail says so where it is `invited`.
 * @throws any error that is not the board's.
 */
export function afterBoardError(error: unknown, entry?: string): WorkResult {
  if (!(error instanceof BoardError)) throw error;
  const { code, permanent, retryAfterSeconds } = error;
  const explanation = boardErrorText(error);
  const detail = entry === "invited" ? `${recordFailureText(entry)}: ${explanation}` : explanation;
  if (permanent) return { kind: "failed", reason: code, detail };
  return { kind: "retry", reason: code, detail, afterSeconds: retryAfterSeconds };
}
