import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import * as v from "valibot";
import { boardItemColumn } from "~/domain/access/entry-tables.server";
import { isItemReassignedSql } from "~/domain/submission/record/shared-item.server";
import { recordBoardStatus } from "~/domain/submission/record/submission-status.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import { afterBoardError } from "./after-board-error";
import type { BoardDeps } from "./board-statuses";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";

const decisionSchema = v.object({
  itemId: v.nullable(v.string()),
  status: v.string(),
  reason: v.nullable(v.string()),
  handedOn: v.number(),
});

/**
 * The current item, status and reason of a submission or waiting list entry, and whether its item
 * belongs to a submission by now.
 */
async function currentDecision(db: Database, id: string) {
  const columns = sql`${boardItemColumn} AS itemId, status,
    json_extract(status_history, '$[#-1].reason') AS reason`;
  const [row] = await db.all(sql`
    SELECT ${columns}, 0 AS handedOn FROM submissions WHERE id = ${id}
    UNION ALL SELECT ${columns}, ${isItemReassignedSql} FROM waiting_list WHERE id = ${id}`);
  return row === undefined ? undefined : v.parse(decisionSchema, row);
}

async function isItemPending(db: Database, id: string, jobId: string): Promise<boolean> {
  const createsItem = or(
    and(eq(jobs.type, "sync-board"), eq(jobs.submissionId, id)),
    and(isNull(jobs.submissionId), eq(jobs.type, "sync-waiting-list"), eq(jobs.subject, id)),
  );
  const open = and(createsItem, ne(jobs.id, jobId), inArray(jobs.state, ["waiting", "running"]));
  return (await db.$count(jobs, open)) > 0;
}

const WAIT_SECONDS = 30;

/**
 * Writes the status that staff have set here to the board. It writes the current status, which may
 * be newer than the job, and runs again where the status changed while it wrote.
 */
export function setBoardStatus(deps: BoardDeps): JobHandler<JobSubject<"set-board-status">> {
  const { db, board, now } = deps;
  return {
    async run({ submissionId: id, jobId }) {
      if (!board) return { kind: "done", reason: "board-off" };
      const decision = await currentDecision(db, id);
      if (!decision) return { kind: "failed", reason: "no-such-submission" };
      const { itemId, status, reason, handedOn: isReassigned } = decision;
      if (isReassigned === 1) return { kind: "done", reason: "handed-on" };
      if (itemId === null)
        return (await isItemPending(db, id, jobId))
          ? { kind: "retry", reason: "no-item-yet", afterSeconds: WAIT_SECONDS }
          : { kind: "done", reason: "no-item" };
      try {
        await board.setStatus(itemId, { status, reason: reason ?? undefined });
      } catch (error) {
        return afterBoardError(error);
      }
      await recordBoardStatus(db, id, status, now());
      return (await currentDecision(db, id))?.status === status
        ? { kind: "done" }
        : { kind: "again", reason: "decided-anew" };
    },
  };
}

export const setBoardStatusJob: JobKind<"set-board-status"> = {
  type: "set-board-status",
  heavy: false,
  run: (topic, { db, board, clock: now }) => setBoardStatus({ db, board, now }).run(topic),
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
