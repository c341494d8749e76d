import * as v from "valibot";
import { expect, test } from "vitest";
import { defaultColumns } from "./column-map";
import { itemChanges, itemStatuses } from "./item-statuses.server";

const time = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 21, 12, minute, second));
const item = (id: string, updatedAt: Date | string | null, label = "Approved") => ({
  id,
  updated_at: updatedAt instanceof Date ? updatedAt.toISOString() : updatedAt,
  column_values: [{ id: defaultColumns.status.id, text: label, label }],
});

const callSchema = v.object({ variables: v.record(v.string(), v.unknown()) });

/** A board that answers with these pages, and the variables that it was asked with. */
function boardOf(pages: readonly (readonly unknown[])[]) {
  const calls: Record<string, unknown>[] = [];
  const send = async (request: Request) => {
    const { variables } = v.parse(callSchema, await request.json());
    calls.push(variables);
    const cursor = calls.length < pages.length ? `page ${calls.length}` : null;
    const page = { cursor, items: pages[calls.length - 1] };
    const first = { boards: [{ items_page: page }] };
    return Response.json({ data: variables.cursor ? { next_items_page: page } : first });
  };
  return { calls, client: { send, token: "t", now: () => new Date("2030-01-01T00:00:00Z") } };
}
const changes = ({ client }: ReturnType<typeof boardOf>, since: Date) =>
  itemChanges(client, "1", defaultColumns, since);

test("what has changed comes by one call as long as a page reaches back far enough", async () => {
  const board = boardOf([[item("3", time(40)), item("2", time(31)), item("1", time(10))], []]);
  const { statuses, until } = await changes(board, time(30));
  expect(statuses.map(({ itemId }) => itemId)).toEqual(["2", "3"]);
  expect(until).toEqual(time(40));
  expect(board.calls).toMatchObject([{ boardIds: ["1"], limit: 100 }]);
});

test("further pages are read until one is older, each as large as the board allows", async () => {
  const board = boardOf([
    [item("4", time(40)), item("3", time(39))],
    [item("2", time(38)), item("1", time(10))],
    [item("0", time(9))],
  ]);
  expect((await changes(board, time(30))).statuses.map(({ itemId }) => itemId)).toEqual([
    ...["2", "3", "4"],
  ]);
  expect(board.calls).toMatchObject([{ limit: 100 }, { cursor: "page 1", limit: 500 }]);
});

test("a board that never ends is left after as many pages as its items can fill", async () => {
  const board = boardOf(Array.from({ length: 50 }, (_, n) => [item(String(n), time(40))]));
  expect((await changes(board, time(30))).statuses).toHaveLength(21);
});

test("an item that the board's index has late is told although a later change was told before", async () => {
  const late = item("1", time(39, 58));
  const before = await changes(boardOf([[item("2", time(40))]]), time(30));
  const after = await changes(boardOf([[item("2", time(40)), late]]), before.until);
  expect(after.statuses.map(({ itemId }) => itemId)).toEqual(["1", "2"]);
  expect(after.until).toEqual(time(40));
});

test("an item that moves to the front while pages are read is told with its latest status, once", async () => {
  const board = boardOf([
    [item("2", time(41)), item("1", time(40), "Processing")],
    [item("1", time(40), "Processing"), item("0", time(1))],
  ]);
  expect((await changes(board, time(30))).statuses).toMatchObject([
    { itemId: "1", status: "processing" },
    { itemId: "2" },
  ]);
});

test("what is unreadable, without a time or of an unknown status stops no other", async () => {
  const board = boardOf([
    [
      null,
      { id: "7", updated_at: time(40).toISOString(), column_values: null },
      item("6", null),
      item("5", "yesterday"),
      item("4", time(40), "On hold"),
      item("3", time(35)),
      item("2", time(1)),
    ],
  ]);
  const { statuses, until } = await changes(board, time(30));
  expect(statuses).toMatchObject([{ itemId: "3", status: "approved", updatedAt: time(35) }]);
  expect(until).toEqual(time(40));
});

test("where nothing has changed the time stays as it was", async () => {
  expect(await changes(boardOf([[]]), time(30))).toEqual({ statuses: [], until: time(30) });
});

test("a board that the token does not see is a refusal for good", async () => {
  const send = async () => Response.json({ data: { boards: [] } });
  const client = { send, token: "t", now: () => time(0) };
  await expect(itemChanges(client, "1", defaultColumns, time(0))).rejects.toMatchObject({
    code: "InvalidBoardIdException",
    permanent: true,
  });
});

test("two hundred and fifty items are asked about by their ids in three calls", async () => {
  const counts: number[] = [];
  const schema = v.object({ variables: v.object({ itemIds: v.array(v.string()) }) });
  const send = async (request: Request) => {
    const { itemIds } = v.parse(schema, await request.json()).variables;
    counts.push(itemIds.length);
    return Response.json({ data: { items: [null, ...itemIds.map((id) => item(id, null))] } });
  };
  const client = { send, token: "t", now: () => time(0) };
  const ids = Array.from({ length: 250 }, (_, n) => String(n));
  expect(await itemStatuses(client, defaultColumns, ids, time(0))).toHaveLength(250);
  expect(counts).toEqual([100, 100, 50]);
});
