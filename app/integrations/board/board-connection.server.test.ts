import { expect, test } from "vitest";
import { network } from "~/platform/http-client";
import { boardConnection } from "./board-connection.server";

const now = () => new Date("2026-11-23T12:00:00Z");
const sandbox = async () => new Response();

test("with credentials the real board is used, even where a sandbox is bound", () => {
  const settings = { MONDAY_TOKEN: "token-1234", MONDAY_BOARD_ID: "7" };
  expect(boardConnection(settings, sandbox, now)).toEqual({
    state: "live",
    client: { send: network, token: "token-1234", now },
    boardId: "7",
  });
});

test("without credentials the sandbox stands in, and without a sandbox the board is off", () => {
  expect(boardConnection({}, sandbox, now)).toMatchObject({ state: "sandbox", boardId: "1" });
  expect(boardConnection({}, undefined, now)).toEqual({ state: "off" });
});

test("a board id alone does not count as credentials", () => {
  expect(boardConnection({ MONDAY_BOARD_ID: "7" }, undefined, now)).toEqual({ state: "off" });
});
