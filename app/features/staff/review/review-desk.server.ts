import type { SQL } from "drizzle-orm";
import {
  accountStatementsForStatus,
  logAccountCreated,
} from "~/domain/artists/accept-submission.server";
import { removeUnusedAccountStatement } from "~/domain/artists/remove-unused-account.server";
import {
  type DecideDeps,
  type DecisionResult,
  decide,
  type Made,
} from "~/domain/review/decide.server";
import { findReviewItem } from "~/domain/review/queue.server";
import type { ReviewItem } from "~/domain/review/review-item";
import { type UndoResult, undoDecision } from "~/domain/review/undo-decision.server";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

const NOTHING = Promise.resolve({ jobIds: [], statements: [] });

function decideDeps(context: AppContext): DecideDeps {
  const { db, clock, ids, board, mail, site } = context;
  return {
    ...{ db, clock, ids, site, brand: mail.brand, mailRules: mail.rules },
    hasBoard: board !== undefined,
    accountPart: (item, { status }, condition, now) =>
      item.kind === "submission"
        ? accountStatementsForStatus(
            context.artists.accounts,
            { submissionId: item.id, status },
            condition,
            now,
          )
        : NOTHING,
  };
}

/** Applies a decision and queues its mail and board jobs. Its mails wait. */
export async function decideItem(
  context: AppContext,
  actor: Staff,
  made: Made,
): Promise<DecisionResult> {
  const { db, sendJobs, log, scope } = context;
  const { decision, seen } = made;
  const item = await findReviewItem(db, seen.id);
  if (!item) return { kind: "gone" };
  // The board is told of the whole release again.
  await restoreArchived(context, item.id);
  const { requestId } = scope;
  const result = await decide(decideDeps(context), item, made, { by: actor, requestId });
  const subject = { submissionId: seen.id };
  if (result.kind === "changed") log("info", "status.conflict", subject);
  if (result.kind !== "decided") return result;
  log("info", "status.changed", { ...subject, reason: decision.status });
  await logAccountCreated(context, result.accountId, seen.id);
  await sendJobs(result.jobIds, subject);
  if (result.heldJobIds.length > 0) await sendJobs(result.heldJobIds, subject, STATUS_MAIL_SECONDS);
  return result;
}

/** Undoes one's own decision, and tells the board. */
export async function undoItem(
  context: AppContext,
  actor: Staff,
  item: ReviewItem,
  revision: number,
): Promise<UndoResult> {
  const { db, clock, ids, board, sendJobs, log, scope } = context;
  const deps = {
    ...{ db, clock, ids, hasBoard: board !== undefined },
    removeAccount: (accountId: string, condition: SQL) => [
      removeUnusedAccountStatement(db, accountId, condition),
    ],
  };
  const seen = { id: item.id, revision };
  const result = await undoDecision(deps, item, seen, { by: actor, requestId: scope.requestId });
  const subject = { submissionId: item.id };
  if (result.kind !== "undone") return result;
  log("info", "status.changed", { ...subject, reason: "undone" });
  if (result.jobIds.length > 0) await sendJobs(result.jobIds, subject);
  return result;
}
