import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { deleteItems } from "./board-client.server";

const refusedItem = (field: string, code: string) => ({
  message: "No",
  path: [field],
  extensions: { code, status_code: 404 },
});
async function tryDelete(body: unknown, ids: string[], init?: ResponseInit) {
  let calls = 0;
  const fetcher = async () => {
    calls += 1;
    return new Response(typeof body === "string" ? body : JSON.stringify(body), init);
  };
  const client = { send: fetcher, token: "token-1", now: systemClock };
  const refusals = [...(await deleteItems(client, ids))].map(([id, { code }]) => [id, code]);
  return { refused: refusals, calls };
}

test("items are deleted in one call; missing items are ignored, and a refusal affects its item only", async () => {
  const data = { item0: { id: "7" }, item1: null, item2: null };
  const errors = [
    refusedItem("item1", "InvalidItemIdException"),
    refusedItem("item2", "UserUnauthorizedException"),
  ];
  const { refused, calls } = await tryDelete({ data, errors }, ["7", "8", "9"]);
  expect([refused, calls]).toEqual([[["9", "UserUnauthorizedException"]], 1]);
});

test.each([
  ["a reply of the server's", "Bad gateway", { status: 502 }, "HTTP_502"],
  ["a reply without data", { account_id: 1 }, {}, "UNEXPECTED_REPLY"],
  [
    "a spent day",
    { errors: [{ message: "", extensions: { code: "DAILY_LIMIT_EXCEEDED" } }] },
    { status: 429 },
    "DAILY_LIMIT_EXCEEDED",
  ],
])("%s leaves all of the items, and no further call is made", async (_, body, init, code) => {
  expect(await tryDelete(body, ["7", "8"], init)).toEqual({
    refused: [
      ["7", code],
      ["8", code],
    ],
    calls: 1,
  });
});

test("if a missing item fails the whole call, each item is deleted separately", async () => {
  const flat = { error_code: "ResourceNotFoundException", error_message: "", status_code: 404 };
  expect(await tryDelete(flat, ["7", "8"])).toEqual({ refused: [], calls: 3 });
});
