import { logAccountCreated } from "~/domain/artists/accept-submission.server";
import type { Applied } from "~/domain/submission/record/board-status.server";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import type { Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import type { Stores } from "~/services/stores.server";

interface OutcomeDeps {
  db: Database;
  log: Log;
  sendJobs: Stores["sendJobs"];
}

/** Logs what became of a status of the board, and sends the jobs that follow. @returns whether it was set. */
export async function followBoardOutcome({ db, log, sendJobs }: OutcomeDeps, outcome: Applied) {
  if (outcome.kind === "same") return false;
  const about = { submissionId: outcome.submissionId };
  if (outcome.kind === "overtaken") {
    log("info", "status.conflict", about);
    return false;
  }
  if (outcome.kind === "held") log("warn", "status.held", { ...about, reason: outcome.reason });
  else {
    log("info", "status.changed", { ...about, reason: outcome.status });
    await logAccountCreated({ db, log }, outcome.accountId, outcome.submissionId);
  }
  const isSet = outcome.kind === "changed";
  if (outcome.jobIds.length > 0)
    await sendJobs(outcome.jobIds, about, isSet ? STATUS_MAIL_SECONDS : 0);
  return isSet;
}
