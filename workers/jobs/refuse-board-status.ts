import { eq } from "drizzle-orm";
import { describeRefusal } from "~/domain/submission/record/board-refusal";
import { findRefusal } from "~/domain/submission/record/board-refusals.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { afterBoardError } from "./after-board-error";
import type { JobDeps, JobKind, JobSubject, WorkResult } from "./job-kind";

/** Tells on the board's item, once, that the portal has not taken its status over, and why. */
export async function refuseBoardStatus(
  { submissionId, jobId }: Pick<JobSubject<"refuse-board-status">, "submissionId" | "jobId">,
  { db, board, site }: Pick<JobDeps, "db" | "board" | "site">,
): Promise<WorkResult> {
  if (!board) return { kind: "done", reason: "board-off" };
  const { boardItemId, status } = submissions;
  const [row] = await db
    .select({ itemId: boardItemId, status })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  const refusal = await findRefusal(db, submissionId);
  if (!row?.itemId || !refusal) return { kind: "done", reason: "no-item" };
  const url = `${site}/staff/submissions/${submissionId}`;
  try {
    await board.comment(row.itemId, {
      signature: `Artist portal, status refused of ${submissionId}, ${refusal.status}`,
      lines: describeRefusal(refusal, row.status),
      link: { url, label: "Settle it in the portal" },
      key: jobId,
    });
    return { kind: "done" };
  } catch (error) {
    return afterBoardError(error);
  }
}

export const refuseBoardStatusJob: JobKind<"refuse-board-status"> = {
  type: "refuse-board-status",
  heavy: false,
  run: refuseBoardStatus,
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
