import { eq } from "drizzle-orm";
import { describeRefusal } from "~/domain/submission/record/board-refusal";
import { findRefusal } from "~/domain/submission/record/board-refusals.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { BoardError } from "~/integrations/board/board-error.server";
import { upsertUpdate } from "~/integrations/board/item-updates.server";
import { linkHtml } from "~/integrations/board/update-html";
import { escapeHtml } from "~/platform/formats/html";
import { afterBoardError } from "./after-board-error";
import type { JobDeps, JobKind, JobSubject, WorkResult } from "./job-kind";

/** Tells on the board's item, once, that the portal has not taken its status over, and why. */
export async function refuseBoardStatus(
  { submissionId, jobId }: Pick<JobSubject<"refuse-board-status">, "submissionId" | "jobId">,
  { db, board, site }: Pick<JobDeps, "db" | "board" | "site">,
): Promise<WorkResult> {
  const { connection } = board;
  if (connection.state === "off") return { kind: "done", reason: "board-off" };
  const { boardItemId, status } = submissions;
  const [row] = await db
    .select({ itemId: boardItemId, status })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  const refusal = await findRefusal(db, submissionId);
  if (!row?.itemId || !refusal) return { kind: "done", reason: "no-item" };
  const marker = `Artist portal, status refused of ${submissionId}, ${refusal.status}`;
  const lines = describeRefusal(refusal, row.status).map(escapeHtml);
  const link = linkHtml(`${site}/staff/submissions/${submissionId}`, "Settle it in the portal");
  const body = [...lines, link, escapeHtml(marker)].map((line) => `<p>${line}</p>`).join("");
  try {
    await upsertUpdate(connection.client, row.itemId, { marker, body, key: jobId });
    return { kind: "done" };
  } catch (error) {
    if (error instanceof BoardError) return afterBoardError(error, await board.columns());
    throw error;
  }
}

export const refuseBoardStatusJob: JobKind<"refuse-board-status"> = {
  type: "refuse-board-status",
  heavy: false,
  run: refuseBoardStatus,
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
