import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { submissions } from "../tables.server";

/** What staff set on the board, as the board tells it. */
export interface BoardStatus {
  /** The board's item; the submission is found by it. */
  itemId: string;
  /** As labelled there; compared without regard to case. */
  status: string;
  reason?: string;
  /** When the board says that it changed. */
  changedAt?: Date;
  /** When the board was asked; what was decided here since then it could not tell. */
  readAt?: Date;
}

/** A submission as those who are told of it need it. */
export interface ToldSubmission {
  id: string;
  reference: string;
  artistName: string;
  email: string;
  releaseTitle: string;
  replyDueAt: string;
}

/** A change of status that the artist is to be told of. */
export interface StatusChange {
  submission: ToldSubmission;
  status: string;
  reason?: string;
  /** Counts the submission's changes, so that each is told once. */
  number: number;
}

/**
 * What a status on the board means for us; `held`: a rejection waits for its reason; `agreed`: it is
 * news there, and what we have already.
 */
export type ReadStatus =
  | { kind: "changed"; change: StatusChange; from: string }
  | { kind: "held"; submissionId: string }
  | { kind: "agreed"; submissionId: string }
  | { kind: "same" };

const historySchema = v.array(v.object({ status: v.string(), at: v.string() }));

/** What is known of the two sides of a status. */
interface KnownStatus {
  status: string;
  boardStatus: string;
  boardStatusAt: string | null;
  /** When it was set here last. */
  setAt: string;
}

/**
 * Whether what the board says is out of date: it was read before the last word here, or it changed
 * before a decision that is still on its way there.
 */
function isOld({ readAt, changedAt }: BoardStatus, known: KnownStatus): boolean {
  const { status, boardStatus, boardStatusAt, setAt } = known;
  const lastWord = [boardStatusAt ?? "", setAt].sort().at(-1) ?? "";
  if (readAt && readAt.toISOString() <= lastWord) return true;
  const onItsWay = status !== boardStatus;
  return onItsWay && changedAt !== undefined && changedAt.toISOString() <= setAt;
}
const told = {
  id: submissions.id,
  reference: submissions.reference,
  artistName: submissions.artistName,
  email: submissions.email,
  releaseTitle: submissions.releaseTitle,
  replyDueAt: submissions.replyDueAt,
};
const known = {
  status: submissions.status,
  statusHistory: submissions.statusHistory,
  boardStatus: submissions.boardStatus,
  boardStatusAt: submissions.boardStatusAt,
};
const LONGEST_STATUS = 60;

/**
 * Compares a status on the board with the one it showed before: only what staff have changed there is
 * news, so that what they decide here is not taken back before the board has heard of it. A rejection
 * counts once it carries a reason.
 */
export async function readStatus(db: Database, board: BoardStatus): Promise<ReadStatus> {
  const status = board.status.trim().toLowerCase().slice(0, LONGEST_STATUS);
  const [row] = await db
    .select({ ...told, ...known })
    .from(submissions)
    .where(eq(submissions.mondayItemId, board.itemId));
  if (!row || status === "" || status === row.boardStatus) return { kind: "same" };
  if (status === row.status) return { kind: "agreed", submissionId: row.id };
  const { status: from, statusHistory, boardStatus, boardStatusAt, ...submission } = row;
  const history = v.parse(historySchema, JSON.parse(statusHistory));
  const setAt = history.length > 1 ? (history.at(-1)?.at ?? "") : "";
  if (isOld(board, { status: from, boardStatus, boardStatusAt, setAt })) return { kind: "same" };
  const reason = board.reason?.trim() || undefined;
  if (status === "rejected" && !reason) return { kind: "held", submissionId: row.id };
  const number = history.length;
  return { kind: "changed", change: { submission, status, reason, number }, from };
}

/**
 * Writes a change down, with its reason, and adds it to the submission's history.
 * @param from the status it changes: of two at once only one does.
 */
export async function writeStatus(
  db: Database,
  { submission, status, reason }: StatusChange,
  from: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const entry = JSON.stringify({ status, at, reason });
  const written = await db
    .update(submissions)
    .set({
      status,
      boardStatus: status,
      boardStatusAt: at,
      statusHistory: sql`json_insert(${submissions.statusHistory}, '$[#]', json(${entry}))`,
      updatedAt: at,
    })
    .where(and(eq(submissions.id, submission.id), eq(submissions.status, from)))
    .returning({ id: submissions.id });
  return written.length > 0;
}

/** Remembers what the board shows of a submission's status, since it was written or read there. */
export async function rememberBoardStatus(
  db: Database,
  id: string,
  boardStatus: string,
  now: Date,
): Promise<void> {
  await db
    .update(submissions)
    .set({ boardStatus, boardStatusAt: now.toISOString() })
    .where(eq(submissions.id, id));
}

/** Ids of submissions that should have been answered by now, of which nobody was told yet. */
export async function overdueSubmissions(
  db: Database,
  now: Date,
  limit: number,
): Promise<string[]> {
  const overdue = and(
    eq(submissions.status, "pending"),
    lt(submissions.replyDueAt, now.toISOString()),
    isNull(submissions.overdueToldAt),
  );
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(overdue)
    .orderBy(asc(submissions.replyDueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Remembers that it was told that a reply is overdue. */
export async function rememberOverdue(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(submissions)
    .set({ overdueToldAt: now.toISOString() })
    .where(eq(submissions.id, id));
}
