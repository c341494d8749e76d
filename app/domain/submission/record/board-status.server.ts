import { and, eq, not, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { delayJobs } from "~/jobs/job-store.server";
import { addSeconds, type Clock } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { canFollow, needsAgreement, needsReason } from "~/reference/statuses";
import { submissions } from "../submission-tables.server";
import type { BoardRefusal } from "./board-refusal";
import { recordRefusal, settleRefusal } from "./board-refusals.server";
import { hasSignedAgreement, unsignedSubmissions } from "./signed-agreement.server";
import { STATUS_MAIL_SECONDS, type StatusChange } from "./status-change";
import { submissionTitleSql } from "./title-sql.server";

export interface BoardStatus {
  itemId: string;
  /** The label; case does not count. */
  status: string;
  reason?: string;
  /** When it changed, by the board. */
  changedAt?: Date;
  /**
   * When the board was read; it cannot know later decisions made here. Missing for what is told of a
   * change without reading, which is as old as the change.
   */
  readAt?: Date;
}

export interface ApplyDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
  /**
   * The statements for the artist's mail and its job, run where a condition holds in their batch.
   */
  statusMail: (
    change: StatusChange,
    condition: SQL,
    now: Date,
  ) => Promise<{ jobId: string; statements: readonly Statement[] }>;
  /** The statements for everything else that a status changes, and their jobs. */
  accountPart: (
    target: { submissionId: string; status: string },
    condition: SQL,
    now: Date,
  ) => Promise<{
    jobIds: readonly string[];
    statements: readonly Statement[];
    /** The account that it opens, if any. */
    accountId?: string | undefined;
  }>;
}

/**
 * `changed`: status, history, mails and their jobs are written, which wait. `held`: the board has what the portal refuses;
 * it is recorded, and its jobs tell the board. `overtaken`: another decision came first, and nothing was written;
 * the board is to be read again. `same`: nothing new, or out of date.
 */
export type Applied =
  | {
      kind: "changed";
      submissionId: string;
      status: string;
      jobIds: string[];
      accountId: string | undefined;
    }
  | { kind: "held"; submissionId: string; reason: BoardRefusal["reason"]; jobIds: string[] }
  | { kind: "overtaken"; submissionId: string }
  | { kind: "same" };

const historySchema = v.array(v.object({ status: v.string(), at: v.string() }));

interface KnownStatus {
  status: string;
  boardStatus: string;
  boardStatusAt: string | null;
  setAt: string;
  entry: string;
  createdAt: string;
}

/** Whether a status is older than the submission, which may take over an item already in use. */
function isBeforeSubmission({ changedAt }: BoardStatus, knownStatus: KnownStatus): boolean {
  if (knownStatus.entry !== "invited" || knownStatus.boardStatusAt !== null) return false;
  return changedAt === undefined || changedAt.toISOString() <= knownStatus.createdAt;
}

/** Whether a status changed before a decision made here that is not on the board yet. */
function isReplaced({ changedAt }: BoardStatus, { status, boardStatus, setAt }: KnownStatus) {
  const isPendingOnBoard = status !== boardStatus;
  return isPendingOnBoard && changedAt !== undefined && changedAt.toISOString() <= setAt;
}

/** Whether the board was read before the last decision, so that it may say something else by now. */
function isSeenTooEarly(
  { readAt, changedAt }: BoardStatus,
  { boardStatusAt, setAt }: KnownStatus,
): boolean {
  const lastDecisionAt = [boardStatusAt ?? "", setAt].sort().at(-1) ?? "";
  const seenAt = readAt ?? changedAt;
  return seenAt !== undefined && seenAt.toISOString() <= lastDecisionAt;
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

const unchangedSince = (id: string, length: number) =>
  and(eq(submissions.id, id), sql`json_array_length(${submissions.statusHistory}) = ${length}`);

/**
 * Applies a status from the board to the submission of its item. Only changes made on the board
 * count, so a decision made here is not undone before the board knows it; a rejection needs a
 * reason, and a release a signed agreement.
 * One batch writes the status with its history, the artist's mail and its job, unless another
 * status was set since it was read; it begins anew where the address was corrected. Safe to repeat, in parallel and in any order.
 */
export async function applyBoardStatus(deps: ApplyDeps, board: BoardStatus): Promise<Applied> {
  const { db, clock, ids, statusMail, accountPart } = deps;
  const status = board.status.trim().toLowerCase().slice(0, MAX_STATUS);
  const [row] = await db
    .select(submissionColumns)
    .from(submissions)
    .where(eq(submissions.boardItemId, board.itemId));
  if (!row || status === "") return { kind: "same" };
  if (status === row.boardStatus) {
    await settleRefusal(db, row.id);
    return { kind: "same" };
  }
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
    await db.batch([
      db.update(submissions).set(boardColumns).where(isUnchanged),
      settleRefusal(db, submissionId),
    ]);
    return { kind: "same" };
  }
  const setAt = changeNumber > 1 ? (history.at(-1)?.at ?? "") : "";
  const knownStatus = { status: current, boardStatus, boardStatusAt, setAt, entry, createdAt };
  if (isBeforeSubmission(board, knownStatus) || isReplaced(board, knownStatus))
    return { kind: "same" };
  if (isSeenTooEarly(board, knownStatus)) return { kind: "overtaken", submissionId };
  const reason = board.reason?.trim() || undefined;
  const refuse = async (refusedFor: BoardRefusal["reason"]): Promise<Applied> => {
    const refusal = { status, reason: refusedFor };
    const jobIds = await recordRefusal({ db, ids }, { submissionId, refusal }, isUnchanged, now);
    return { kind: "held", submissionId, reason: refusedFor, jobIds };
  };
  if (!canFollow(current, status)) return refuse("not-next");
  if (needsReason(status) && !reason) return refuse("no-reason");
  const isOut = needsAgreement(status);
  if (isOut && (await unsignedSubmissions(db, [submissionId])).size > 0) return refuse("unsigned");
  const historyId = ids.next(now);
  const historyEntry = JSON.stringify({ status, at: timestamp, reason, id: historyId });
  const isApplied = sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${submissions.id} = ${submissionId}
    AND json_extract(${submissions.statusHistory}, '$[#-1].id') = ${historyId})`;
  const isAddressUnchanged = eq(submissions.email, submission.email);
  const mail = await statusMail({ submission, status, reason, changeNumber }, isApplied, now);
  const account = await accountPart({ submissionId, status }, isApplied, now);
  const jobIds = [mail.jobId, ...account.jobIds];
  const [updatedRows] = await db.batch([
    db
      .update(submissions)
      .set({
        ...boardColumns,
        status,
        changesAskedAt: null,
        statusHistory: sql`json_insert(${submissions.statusHistory}, '$[#]', json(${historyEntry}))`,
        updatedAt: timestamp,
      })
      .where(
        and(isUnchanged, isAddressUnchanged, isOut ? hasSignedAgreement(submissionId) : undefined),
      )
      .returning({ id: submissions.id }),
    ...mail.statements,
    ...account.statements,
    delayJobs(db, jobIds, addSeconds(now, STATUS_MAIL_SECONDS), isApplied),
    settleRefusal(db, submissionId, isApplied),
  ]);
  if (updatedRows.length === 0) {
    const isReaddressed = await db.$count(
      submissions,
      and(eq(submissions.id, submissionId), not(isAddressUnchanged)),
    );
    return isReaddressed ? applyBoardStatus(deps, board) : { kind: "overtaken", submissionId };
  }
  return { kind: "changed", submissionId, status, jobIds, accountId: account.accountId };
}
