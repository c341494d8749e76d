import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { recordBoardEvent } from "~/domain/board/board-reading.server";
import {
  type EventNews,
  requestStatusRead,
} from "~/domain/submission/record/request-board-status.server";
import {
  boardEventSchema,
  challengeSchema,
  changeOfEvent,
} from "~/integrations/board/board-event.server";
import { isSignedByBoard } from "~/integrations/board/event-signature.server";
import type { AppContext } from "~/session/app-context";
import { readJson, refuse, reply } from "./replies";

const MAX_EVENT_BYTES = 32 * 1024;

const OFF = "Events of the board are off. Set MONDAY_SIGNING_SECRET to take them.";
const UNSIGNED = "The board didn't sign this call for this address, or its signature has expired.";

/**
 * POST /api/monday/webhook: events of the board. A change of status or its reason queues a read of the
 * item, unless it says what is known; the event's own values are never taken over, so it may come
 * twice, late or in any order. Other events are ignored.
 */
export async function takeBoardEvent(request: IRequestStrict, context: AppContext) {
  const { settings, site, boardSetup, clock } = context;
  const { MONDAY_SIGNING_SECRET: secret } = settings;
  if (!secret || boardSetup.connection.state === "off") return refuse(503, OFF);
  const bodySchema = v.union([challengeSchema, boardEventSchema]);
  const now = clock();
  const signatureCheck = { secret, audience: `${site}/api/monday/webhook`, now };
  const isSigned = await isSignedByBoard(request.headers.get("Authorization"), signatureCheck);
  const result = await readJson(request, bodySchema, MAX_EVENT_BYTES);
  // The challenge is echoed to anybody: it discloses nothing, and the board may send it before it signs.
  if (result.ok && "challenge" in result.body) return reply(200, result.body);
  if (!isSigned) return refuse(401, UNSIGNED);
  if (!result.ok) return result.response;
  const change = await changeOfEvent(v.parse(boardEventSchema, result.body), boardSetup);
  if (!change) return reply(200, { success: true, asked: false });
  await recordBoardEvent(context.db, now);
  return reply(200, { success: true, asked: await requestBoardStatus(context, change, now) });
}

/** @returns whether a read was queued. */
async function requestBoardStatus(
  { db, ids, log, sendJobs, scope }: AppContext,
  { itemId, news }: { itemId: string; news: EventNews },
  now: Date,
): Promise<boolean> {
  const { requestId } = scope;
  const statusCheck = await requestStatusRead({ db, ids }, itemId, { requestId, news, now });
  if (!statusCheck || statusCheck.jobIds.length === 0) return false;
  const logFields = { submissionId: statusCheck.submissionId };
  log("info", "board.event", { ...logFields, itemId });
  await sendJobs(statusCheck.jobIds, logFields);
  return true;
}
