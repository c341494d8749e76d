import { expect, test } from "vitest";
import { anonymousScope, staffScope } from "../../tests/support/accounts";
import { createBoardItem, listBoardColumns, testBoard } from "./monday-calls";
import { refusedReply } from "./replies";

type BoardCall = Parameters<typeof createBoardItem>;

const calls = { createBoardItem, testBoard, listBoardColumns };

/** Calls without a board; the portal has nothing else, so using it would fail. */
async function callBoard(call: keyof typeof calls, scope: object) {
  const boardSetup = { connection: { state: "off" } };
  const portal = { scope, boardSetup } as unknown as BoardCall[1];
  const request = new Request("http://localhost:8788/api/monday") as BoardCall[0];
  const response = await calls[call](request, portal).catch(refusedReply);
  const body = await response.json();
  return { status: response.status, cached: response.headers.get("Cache-Control"), body };
}

test.each(["createBoardItem", "testBoard", "listBoardColumns"] as const)(
  "%s tells staff that there is no board, and nobody else",
  async (call) => {
    expect(await callBoard(call, staffScope)).toEqual({
      status: 503,
      cached: "no-store",
      body: {
        success: false,
        error: "No board is connected. Set MONDAY_TOKEN and MONDAY_BOARD_ID.",
      },
    });
    expect(await callBoard(call, anonymousScope)).toMatchObject({
      status: 403,
      body: { success: false, error: "This page is for the label's staff." },
    });
  },
);
