import { eq } from "drizzle-orm";
import { accountStatementsForStatus } from "~/domain/artists/accept-submission.server";
import { composeBoardMail } from "~/domain/mail/board-mail.server";
import { mailStatements } from "~/domain/mail/outbox.server";
import { applyBoardStatus } from "~/domain/submission/record/board-status.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { afterBoardError } from "./after-board-error";
import { followBoardOutcome } from "./board-outcome";
import type { JobDeps, JobKind, JobSubject, WorkResult } from "./job-kind";

type Deps = Pick<
  JobDeps,
  "db" | "board" | "clock" | "ids" | "mail" | "artists" | "log" | "sendJobs"
>;

/** Reads the status of one item from the board and applies it as the sweep does. */
export async function readBoardStatus(
  { submissionId }: Pick<JobSubject<"read-board-status">, "submissionId">,
  deps: Deps,
): Promise<WorkResult> {
  const { db, board, clock, ids, mail, artists } = deps;
  if (!board) return { kind: "done", reason: "board-off" };
  const [row] = await db
    .select({ itemId: submissions.boardItemId })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (!row?.itemId) return { kind: "done", reason: "no-item" };
  const readAt = clock();
  try {
    const [boardStatus] = await board.statuses([row.itemId]);
    if (!boardStatus) return { kind: "done", reason: "no-status" };
    const outcome = await applyBoardStatus(
      {
        db,
        clock,
        ids,
        statusMail: async (change, condition, now) =>
          mailStatements(
            db,
            await composeBoardMail(db, change, mail.brand, mail.rules.site),
            mail.rules,
            { now, ids, when: condition },
          ),
        accountPart: (status, condition, now) =>
          accountStatementsForStatus(artists.accounts, status, condition, now),
      },
      { ...boardStatus, readAt },
    );
    const isSet = await followBoardOutcome(deps, outcome);
    if (outcome.kind === "overtaken") return { kind: "again", reason: outcome.kind };
    return isSet ? { kind: "done" } : { kind: "done", reason: outcome.kind };
  } catch (error) {
    return afterBoardError(error);
  }
}

export const readBoardStatusJob: JobKind<"read-board-status"> = {
  type: "read-board-status",
  heavy: false,
  run: readBoardStatus,
  // The sweep asks the board as well: nothing is lost.
  onDeadLetter: async () => {},
};
