import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { requestStatusRead } from "~/domain/submission/record/request-board-status.server";
import {
  type BoardEvent,
  boardEventSchema,
  challengeSchema,
} from "~/integrations/board/board-event";
import { isSignedByBoard } from "~/integrations/board/event-signature.server";
import type { AppContext } from "~/session/app-context";
import { readJson, refuse, reply } from "./replies";

const MAX_EVENT_BYTES = 32 * 1024;

const OFF = "Events of the board are off. Set MONDAY_SIGNING_SECRET to take them.";
const UNSIGNED = "The board didn't sign this call for this address, or its signature has expired.";

/**
 * POST /api/monday/webhook: events of the board. A change of status or its reason queues a read of the
 * item; the event's own values are never trusted, so it may come twice, late or in any order. Other
 * events are ignored.
 */
export async function takeBoardEvent(
  request: IRequestStrict,
  context: AppContext,
): Promise<Response> {
  const { settings, site, board, clock } = context;
  const { MONDAY_SIGNING_SECRET: secret } = settings;
  if (!secret || board.connection.state === "off") return refuse(503, OFF);
  const bodySchema = v.union([challengeSchema, boardEventSchema]);
  const now = clock();
  const signatureCheck = { secret, audience: `${site}/api/monday/webhook`, now };
  const isSigned = await isSignedByBoard(request.headers.get("Authorization"), signatureCheck);
  const result = await readJson(request, bodySchema, MAX_EVENT_BYTES);
  // The challenge is echoed to anybody: it discloses nothing, and the board may send it before it signs.
  if (result.ok && "challenge" in result.body) return reply(200, result.body);
  if (!isSigned) return refuse(401, UNSIGNED);
  if (!result.ok) return result.response;
  const { event } = v.parse(boardEventSchema, result.body);
  return reply(200, { success: true, ...(await requestBoardStatus(context, event, now)) });
}

async function requestBoardStatus(
  { db, ids, log, board, sendJobs, scope }: AppContext,
  { boardId, pulseId, columnId }: BoardEvent,
  now: Date,
): Promise<{ asked: boolean }> {
  const { status, statusReason } = await board.columns();
  const isStatusColumn = columnId === status.id || columnId === statusReason.id;
  const { connection } = board;
  const isOurBoard = connection.state !== "off" && boardId === connection.boardId;
  if (!isOurBoard || !isStatusColumn || pulseId === undefined) return { asked: false };
  const { requestId } = scope;
  const statusCheck = await requestStatusRead({ db, ids }, pulseId, { requestId, now });
  if (!statusCheck || statusCheck.jobIds.length === 0) return { asked: false };
  const logFields = { submissionId: statusCheck.submissionId };
  log("info", "board.event", { ...logFields, itemId: pulseId });
  await sendJobs(statusCheck.jobIds, logFields);
  return { asked: true };
}
