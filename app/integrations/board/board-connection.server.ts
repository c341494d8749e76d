import type { Clock } from "~/platform/clock";
import { type Fetcher, network } from "~/platform/http-client";
import { integrationState } from "~/platform/integration";
import type { Settings } from "~/platform/settings";
import type { MondayClient } from "./board-request.server";

export interface LiveBoard {
  state: "live" | "sandbox";
  client: MondayClient;
  boardId: string;
}

export type BoardConnection = LiveBoard | { state: "off" };

const SANDBOX = { token: "sandbox", boardId: "1" };

export function boardConnection(
  settings: Pick<Settings, "MONDAY_TOKEN" | "MONDAY_BOARD_ID">,
  sandbox: Fetcher | undefined,
  now: Clock,
): BoardConnection {
  const { MONDAY_TOKEN: token, MONDAY_BOARD_ID: boardId } = settings;
  const state = integrationState({
    configured: Boolean(token && boardId),
    sandbox: sandbox !== undefined,
  });
  if (state === "live" && token && boardId) {
    return { state, client: { send: network, token, now }, boardId };
  }
  if (state === "sandbox" && sandbox) {
    return {
      state,
      client: { send: sandbox, token: SANDBOX.token, now },
      boardId: SANDBOX.boardId,
    };
  }
  return { state: "off" };
}
