import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { submissions } from "../submission-tables.server";
import { needsAgreement } from "./needs-agreement";
import { hasSignedAgreement, unsignedSubmissions } from "./signed-agreement.server";
import type { StatusChange } from "./status-change";
import { submissionTitleSql } from "./title-sql.server";

/** A status of an item, as it was seen on the board. */
export interface BoardStatus {
  /** The board's item; the submission is found by it. */
  itemId: string;
  /** As labelled there; compared without regard to case. */
  status: string;
  reason?: string;
  /** When the board says that it changed. */
  changedAt?: Date;
  /**
   * When the board was asked; what was decided here since then it could not tell. Missing for an
   * event that the board sent by itself: that is as old as its change.
   */
  readAt?: Date;
}

/** What applying a status works with. */
export interface ApplyDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
  /** The statements that write the artist's mail and its job where a condition holds in their batch. */
  statusMail: (
    change: StatusChange,
    condition: SQL,
    now: Date,
  ) => Promise<{ jobId: string; statements: readonly [Statement, Statement] }>;
  /** The statements of what else a status brings where a condition holds in their batch, and their jobs. */
  accountPart: (
    target: { submissionId: string; status: string },
    condition: SQL,
    now: Date,
  ) => Promise<{
    jobIds: readonly string[];
    statements: readonly Statement[];
    /** Of the account that it opens, if it comes to that. */
    accountId?: string | undefined;
  }>;
}

/**
 * What came of it. `changed`: status, history, mail and its job are written, and the job is for
 * `sendJobs`; `held`: a rejection waits for its reason, or a release for its agreement; `overtaken`: something else was decided in that
 * moment, and nothing was done; `same`: it is no news, or out of date.
 */
export type Applied =
  | {
      kind: "changed";
      submissionId: string;
      status: string;
      jobIds: string[];
      accountId: string | undefined;
    }
  | { kind: "held"; submissionId: string; reason: "no-reason" | "unsigned" }
  | { kind: "overtaken"; submissionId: string }
  | { kind: "same" };

const historySchema = v.array(v.object({ status: v.string(), at: v.string() }));

/** What is known of the two sides of a status. */
interface KnownStatus {
  status: string;
  boardStatus: string;
  boardStatusAt: string | null;
  /** When it was set here last. */
  setAt: string;
  entry: string;
  createdAt: string;
}

/**
 * Whether what the board says was there before the submission: an invitation's goes on with an item that
 * staff have worked with, and until its own status was written there, an earlier one is not about it.
 */
function isBeforeSubmission({ changedAt }: BoardStatus, knownStatus: KnownStatus): boolean {
  if (knownStatus.entry !== "invited" || knownStatus.boardStatusAt !== null) return false;
  return changedAt === undefined || changedAt.toISOString() <= knownStatus.createdAt;
}

/**
 * Whether what the board says is out of date: it was read, or sent, before the last word here, or it
 * changed before a decision that is still on its way there. An event that comes late, or once more, is
 * dropped where it cannot be told whether it is the latest: the sweep asks the board anyway.
 */
function isOutdated(board: BoardStatus, knownStatus: KnownStatus): boolean {
  if (isBeforeSubmission(board, knownStatus)) return true;
  const { readAt, changedAt } = board;
  const { status, boardStatus, boardStatusAt, setAt } = knownStatus;
  const lastDecisionAt = [boardStatusAt ?? "", setAt].sort().at(-1) ?? "";
  const seenAt = readAt ?? changedAt;
  if (seenAt && seenAt.toISOString() <= lastDecisionAt) return true;
  const isPendingOnBoard = status !== boardStatus;
  return isPendingOnBoard && changedAt !== undefined && changedAt.toISOString() <= setAt;
}

const submissionColumns = {
  id: submissions.id,
  reference: submissions.reference,
  artistName: submissions.artistName,
  email: submissions.email,
  releaseTitle: submissionTitleSql,
  replyDueAt: submissions.replyDueAt,
  current: submissions.status,
  history: submissions.statusHistory,
  boardStatus: submissions.boardStatus,
  boardStatusAt: submissions.boardStatusAt,
  entry: submissions.entry,
  createdAt: submissions.createdAt,
};
const MAX_STATUS = 60;

/** The condition that nothing was decided on a submission since its history had this length. */
const unchangedSince = (id: string, length: number) =>
  and(eq(submissions.id, id), sql`json_array_length(${submissions.statusHistory}) = ${length}`);

/**
 * Applies a status that was seen on the board, by the sweep or in an event of the board's, to the
 * submission of its item. Only what staff have changed there is news, so that what they decide here is
 * not taken back before the board has heard of it; a rejection counts once it carries a reason, and a
 * release is out once its agreement is signed.
 *
 * In one batch the status with its history, the mail to the artist and its job: the statement that
 * sets the status decides that nobody has set another since it was read, and where somebody has, the
 * batch writes nothing. So it may be called as often as the same is seen, by any number at once and in
 * any order.
 */
export async function applyBoardStatus(
  { db, clock, ids, statusMail, accountPart }: ApplyDeps,
  board: BoardStatus,
): Promise<Applied> {
  const status = board.status.trim().toLowerCase().slice(0, MAX_STATUS);
  const [row] = await db
    .select(submissionColumns)
    .from(submissions)
    .where(eq(submissions.mondayItemId, board.itemId));
  if (!row || status === "" || status === row.boardStatus) return { kind: "same" };
  const {
    current,
    history: historyJson,
    boardStatus,
    boardStatusAt,
    entry,
    createdAt,
    ...submission
  } = row;
  const { id: submissionId } = submission;
  const history = v.parse(historySchema, JSON.parse(historyJson));
  const changeNumber = history.length;
  const now = clock();
  const timestamp = now.toISOString();
  const boardColumns = { boardStatus: status, boardStatusAt: timestamp };
  const isUnchanged = unchangedSince(submissionId, changeNumber);
  if (status === current) {
    await db.update(submissions).set(boardColumns).where(isUnchanged);
    return { kind: "same" };
  }
  const setAt = changeNumber > 1 ? (history.at(-1)?.at ?? "") : "";
  const knownStatus = { status: current, boardStatus, boardStatusAt, setAt, entry, createdAt };
  if (isOutdated(board, knownStatus)) return { kind: "same" };
  const reason = board.reason?.trim() || undefined;
  if (status === "rejected" && !reason) return { kind: "held", submissionId, reason: "no-reason" };
  const isOut = needsAgreement(status);
  if (isOut && (await unsignedSubmissions(db, [submissionId])).size > 0)
    return { kind: "held", submissionId, reason: "unsigned" };
  const historyId = ids.next(now);
  const historyEntry = JSON.stringify({ status, at: timestamp, reason, id: historyId });
  const isApplied = sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${submissions.id} = ${submissionId}
    AND json_extract(${submissions.statusHistory}, '$[#-1].id') = ${historyId})`;
  const mail = await statusMail({ submission, status, reason, changeNumber }, isApplied, now);
  const account = await accountPart({ submissionId, status }, isApplied, now);
  const [updatedRows] = await db.batch([
    db
      .update(submissions)
      .set({
        ...boardColumns,
        status,
        statusHistory: sql`json_insert(${submissions.statusHistory}, '$[#]', json(${historyEntry}))`,
        updatedAt: timestamp,
      })
      .where(and(isUnchanged, isOut ? hasSignedAgreement(submissionId) : undefined))
      .returning({ id: submissions.id }),
    ...mail.statements,
    ...account.statements,
  ]);
  if (updatedRows.length === 0) return { kind: "overtaken", submissionId };
  const { jobIds, accountId } = account;
  return { kind: "changed", submissionId, status, jobIds: [mail.jobId, ...jobIds], accountId };
}
