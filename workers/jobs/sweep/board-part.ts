import {
  recordBoardRead,
  recordUntoldChange,
  tellsOfChanges,
} from "~/domain/board/board-reading.server";
import { applyBoardStatus } from "~/domain/submission/record/board-status.server";
import { requestStatusRead } from "~/domain/submission/record/request-board-status.server";
import type { Database } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { followBoardOutcome } from "../board-outcome";
import type { BoardNews, StatusNews } from "../board-statuses";
import { processEach } from "./process-each";
import type { SweepDeps } from "./sweep-deps";

/** How often the board is asked what has changed: its cheapest plan allows a thousand calls a day. */
export const BOARD_SECONDS = 600;
/** The same while it tells of changes by itself: for what it has not told, and to see that it answers. */
export const SAFETY_SECONDS = 3_600;

export const secondsBetweenQuestions = async (db: Database, now: Date): Promise<number> =>
  (await tellsOfChanges(db, now)) ? SAFETY_SECONDS : BOARD_SECONDS;

/** Each costs some statements, and an invocation may run a thousand. */
export const STATUSES_PER_SWEEP = 100;

/**
 * What this sweep applies, and up to when the board is read then. What was refused before comes last,
 * and nothing waits for it.
 */
function takeTurn({ statuses, until }: BoardNews) {
  const byTurn = statuses.toSorted((a, b) => Number(a.isRefused) - Number(b.isRefused));
  const next = byTurn.slice(STATUSES_PER_SWEEP).find(({ isRefused }) => !isRefused);
  return { taken: byTurn.slice(0, STATUSES_PER_SWEEP), until: next?.updatedAt ?? until };
}

/**
 * Asks the board what has changed, applies the statuses that staff have set there, and mails the
 * artists. The board does not tell of a change twice, so what could not be applied is left to a job.
 * @returns how many statuses have changed.
 */
export async function pullBoardStatuses({ db, log, now, calls }: SweepDeps): Promise<number> {
  const { statusMail, accountPart, sendJobs } = calls;
  const deps = { db, clock: now, ids: randomIds, statusMail, accountPart };
  const { taken, until } = takeTurn(await calls.boardNews());
  let leftCount = 0;
  const leaveToJob = async ({ itemId }: StatusNews) => {
    leftCount += 1;
    const read = await requestStatusRead({ db, ids: randomIds }, itemId, { now: now() });
    leftCount -= 1;
    if (read && read.jobIds.length > 0) await sendJobs(read.jobIds);
  };
  const apply = async (status: StatusNews) => {
    try {
      return await applyBoardStatus(deps, status);
    } catch (error) {
      await leaveToJob(status);
      throw error;
    }
  };
  const toLogFields = ({ itemId }: StatusNews) => ({ itemId });
  const count = await processEach(taken, { part: "board", log, toLogFields }, async (status) => {
    const outcome = await apply(status);
    if (outcome.kind === "overtaken") await leaveToJob(status);
    return followBoardOutcome({ db, log, sendJobs }, outcome);
  });
  if (count > 0) await recordUntoldChange(db);
  if (until && leftCount === 0) await recordBoardRead(db, until);
  return count;
}
