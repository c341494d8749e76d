import { overdueEntries, rememberOverdueEntry } from "~/entry/waiting-list.server";
import {
  overdueSubmissions,
  readStatus,
  rememberBoardStatus,
  rememberOverdue,
  writeStatus,
} from "~/submission/record/submission-status.server";
import { oneByOne } from "./one-by-one";
import type { SweepDeps } from "./sweep-deps";

/** Each costs some statements, of which an invocation has a thousand. */
const STATUSES_AT_ONCE = 100;
const TOLD_AT_ONCE = 80;

/**
 * Takes over what staff have set on the board, with its reason, and tells the artists.
 * @returns how many statuses have changed.
 */
export async function followBoard({ db, log, now, calls }: SweepDeps): Promise<number> {
  const statuses = (await calls.changedStatuses()).slice(0, STATUSES_AT_ONCE);
  const idsOf = ({ itemId }: { itemId: string }) => ({ itemId });
  return oneByOne(statuses, { part: "board", log, idsOf }, async (board) => {
    const read = await readStatus(db, board);
    // A rejection without its reason is not passed on: staff add it on the board.
    if (read.kind === "held")
      log("warn", "status.held", { submissionId: read.submissionId, reason: "no-reason" });
    if (read.kind === "agreed")
      await rememberBoardStatus(db, read.submissionId, board.status.trim().toLowerCase(), now());
    if (read.kind !== "changed") return false;
    const { change, from } = read;
    // First the mail: after a crash between the two the next sweep finds the change once more.
    await calls.tellStatus(change);
    if (!(await writeStatus(db, change, from, now()))) return false;
    log("info", "status.changed", { submissionId: change.submission.id, reason: change.status });
    return true;
  });
}

/** Tells staff of replies that are overdue, and the log once of each. @returns how many are new. */
export async function tellOfOverdue({ db, log, now, calls }: SweepDeps): Promise<number> {
  await calls.tellOverdue();
  const submissions = await overdueSubmissions(db, now(), TOLD_AT_ONCE);
  const ofSubmission = (submissionId: string) => ({ submissionId });
  const part = "overdue";
  const told = await oneByOne(submissions, { part, log, idsOf: ofSubmission }, async (id) => {
    await rememberOverdue(db, id, now());
    log("warn", "reply.overdue", ofSubmission(id));
    return true;
  });
  const entries = await overdueEntries(db, now(), TOLD_AT_ONCE);
  const ofEntry = (entryId: string) => ({ entryId });
  const more = await oneByOne(entries, { part, log, idsOf: ofEntry }, async (id) => {
    await rememberOverdueEntry(db, id, now());
    log("warn", "reply.overdue", ofEntry(id));
    return true;
  });
  return told + more;
}
