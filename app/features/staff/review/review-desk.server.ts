import {
  accountStatementsForStatus,
  logAccountCreated,
} from "~/domain/artists/accept-submission.server";
import { mailStatements } from "~/domain/mail/outbox.server";
import { type DecideDeps, type DecisionResult, decide } from "~/domain/review/decide.server";
import type { Decision, ItemVersion } from "~/domain/review/decision";
import { findReviewItem } from "~/domain/review/queue.server";
import { releaseAgreements } from "~/domain/submission/record/signed-agreement.server";
import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";

const NOTHING = Promise.resolve({ jobIds: [], statements: [] });

function decideDeps(portal: Portal): DecideDeps {
  const { db, clock, ids, board, mail, site } = portal;
  const { brand, rules } = mail;
  return {
    db,
    clock,
    ids,
    brand,
    site,
    agreements: releaseAgreements,
    hasBoard: board.connection.state !== "off",
    mailPart: (letter, condition, now) =>
      mailStatements(db, letter, rules, { now, ids, when: condition }),
    accountPart: (item, { status }, condition, now) =>
      item.kind === "submission"
        ? accountStatementsForStatus(
            portal.artists.accounts,
            { submissionId: item.id, status },
            condition,
            now,
          )
        : NOTHING,
  };
}

/** Applies a decision and queues its mail and board jobs. */
export async function decideItem(
  portal: Portal,
  actor: Staff,
  { decision, seen }: { decision: Decision; seen: ItemVersion },
): Promise<DecisionResult> {
  const { db, sendJobs, log, scope } = portal;
  const item = await findReviewItem(db, seen.id);
  if (!item) return { kind: "gone" };
  const { requestId } = scope;
  const result = await decide(
    decideDeps(portal),
    item,
    { decision, seen },
    { by: actor, requestId },
  );
  const subject = { submissionId: seen.id };
  if (result.kind === "changed") log("info", "status.conflict", subject);
  if (result.kind !== "decided") return result;
  log("info", "status.changed", { ...subject, reason: decision.status });
  await logAccountCreated(portal, result.accountId, seen.id);
  await sendJobs(result.jobIds, subject);
  return result;
}
