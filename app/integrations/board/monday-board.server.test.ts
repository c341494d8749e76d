import { expect, test } from "vitest";
import { boardFields, defaultColumns } from "./column-map";
import { mondayBoard } from "./monday-board.server";

const parts = { find: async () => new Map(), store: async () => {}, begin: async () => true };

/** A board that answers so after some milliseconds, and what was said of its calls. */
function boardThat(reply: () => Response | Promise<Response>) {
  let time = Date.UTC(2026, 10, 21, 12);
  const outcomes: { ok: boolean; ms: number }[] = [];
  let calls = 0;
  const send = async () => {
    calls += 1;
    time += 40;
    return reply();
  };
  const connection = {
    state: "live" as const,
    client: { send, token: "t", now: () => new Date(time) },
    boardId: "1",
  };
  const board = mondayBoard(connection, {
    columns: async () => defaultColumns,
    parts,
    onOutcome: async (outcome) => void outcomes.push(outcome),
  });
  return { board, outcomes, calls: () => calls };
}
const refusal = (status: number, code: string) => () =>
  Response.json({ errors: [{ message: "No.", extensions: { code } }] }, { status });

test("a call that is answered says so, whatever it was about", async () => {
  const { board, outcomes } = boardThat(() => Response.json({ data: { items: [] } }));
  await board.statuses(["1"]);
  expect(outcomes).toEqual([{ ok: true, ms: 40 }]);
  const removal = boardThat(() => Response.json({ data: { item0: { id: "1" } } }));
  await removal.board.remove(["1"]);
  expect(removal.outcomes).toEqual([{ ok: true, ms: 40 }]);
});

test.each([
  ["is silent", () => Promise.reject(new Error("Gone."))],
  ["has an error of its own", () => new Response("Bad gateway", { status: 502 })],
  ["answers with a page", () => new Response("<html>")],
])("a board that %s was not there", async (_, reply) => {
  const { board, outcomes } = boardThat(reply);
  await expect(board.statuses(["1"])).rejects.toThrow();
  expect(outcomes).toEqual([{ ok: false, ms: 40 }]);
});

test.each([
  ["a value", refusal(200, "ColumnValueException")],
  ["the token", refusal(401, "NOT_AUTHENTICATED")],
  ["one call more", refusal(429, "DAILY_LIMIT_EXCEEDED")],
])("a board that refuses %s is neither well nor away", async (_, reply) => {
  const { board, outcomes } = boardThat(reply);
  await expect(board.setStatus("1", { status: "live" })).rejects.toThrow();
  expect(outcomes).toEqual([]);
});

test("the check is one call, and is not counted twice", async () => {
  const columns = boardFields.map((field) => ({ id: defaultColumns[field].id }));
  const data = {
    me: { name: "Ida" },
    version: { value: "2026-10" },
    boards: [{ name: "Releases", columns }],
  };
  const { board, outcomes, calls } = boardThat(() => Response.json({ data }));
  expect(await board.check()).toContain("with all of its columns");
  expect([calls(), outcomes]).toEqual([1, []]);
});
