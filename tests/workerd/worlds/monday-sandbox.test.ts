import { expect, test } from "vitest";
import { createBoardFixture } from "../../support/board-fixture";
import { openForFile } from "../../support/open-for-file";

let clock = new Date("2026-11-21T12:00:00Z");
const fixture = await openForFile(() => createBoardFixture(() => clock));
const advanceClock = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

const CREATE = `mutation ($name: String!, $values: JSON, $labels: Boolean) {
  create_item(board_id: 1, item_name: $name, column_values: $values,
    create_labels_if_missing: $labels) { id name }
}`;

interface Reply {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string; error_data?: object } }[];
}

async function callBoard(
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
) {
  const response = await fixture.send(
    new Request("https://api.monday.com/v2", {
      method: "POST",
      headers: { Authorization: "sandbox", "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    }),
  );
  const reply: Reply = await response.json();
  return { response, reply, code: reply.errors?.[0]?.extensions.code };
}

const create = (values: unknown, name = "Item", labels = false) =>
  callBoard(CREATE, { name, values: JSON.stringify(values), labels });

test("a repeated idempotency key replays the first result, another key makes another item", async () => {
  const send = (key: string) => callBoard(CREATE, { name: "Twice" }, { "Idempotency-Key": key });
  const first = await send("k1");
  const repeated = await send("k1");
  expect(repeated.reply.data).toEqual(first.reply.data);
  expect(repeated.response.headers.get("Idempotency-Replayed")).toBe("true");
  expect((await send("k2")).reply.data).not.toEqual(first.reply.data);
});

test("an idempotency key whose call was killed half way is running for ten seconds, not for half an hour", async () => {
  await fixture.sandboxDb
    .prepare("INSERT INTO monday_replies (key, created_at) VALUES (?, ?)")
    .bind("killed", clock.toISOString())
    .run();
  const send = () => callBoard(CREATE, { name: "Again" }, { "Idempotency-Key": "killed" });
  for (const seconds of [0, 9]) {
    advanceClock(seconds);
    const { response, code } = await send();
    expect([response.status, code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
    expect(response.headers.get("Retry-After")).toBe("1");
  }
  advanceClock(2);
  const exchange = await send();
  expect(exchange.reply.data).toMatchObject({ create_item: { name: "Again" } });
  expect((await send()).reply.data).toEqual(exchange.reply.data);
});

test.each([
  [{ nonsense: "x" }, "InvalidColumnIdException"],
  [{ email: { email: "a@b.example" } }, "ColumnValueException"],
  [{ email: { email: "nobody", text: "x" } }, "ColumnValueException"],
  [{ release_date: { date: "2027-02-30" } }, "ColumnValueException"],
  [{ release_date: { date: "soon" } }, "ColumnValueException"],
  [{ spotify: { url: "https://x.example" } }, "ColumnValueException"],
  [{ country: { countryCode: "gb", countryName: "x" } }, "ColumnValueException"],
  [{ publishing_interest: { checked: true } }, "ColumnValueException"],
  [{ bio: { text: "x".repeat(2001) } }, "ColumnValueException"],
  [{ artist_name: { text: "x" } }, "ColumnValueException"],
  [{ status: { label: "No such label" } }, "ColumnValueException"],
  [{ upload_type: { label: "Pending" } }, "ColumnValueException"],
  [{ genre: { labels: ["No such label"] } }, "ColumnValueException"],
  [{ phone_number: { phone: "020" } }, "ColumnValueException"],
  [{ amount: "many" }, "ColumnValueException"],
  [{ files: "https://x.example/a.wav" }, "ColumnValueException"],
])("column values %j are refused with %s beside HTTP 200", async (values, code) => {
  const { response, reply, code: replyCode } = await create(values);
  expect(response.status).toBe(200);
  expect(replyCode).toBe(code);
  expect(reply.data).toEqual({ create_item: null });
});

test.each([
  ["", "InvalidArgumentException"],
  ["x".repeat(256), "ItemNameTooLongException"],
])("the item name %j is refused", async (name, code) => {
  expect((await create({}, name)).code).toBe(code);
});

test("the sandbox refuses requests that the board's edge refuses", async () => {
  expect((await callBoard("{ me { id } }", {}, { Authorization: "" })).response.status).toBe(401);
  expect((await callBoard("{ me { is_admin } }")).code).toBe("undefinedField");
  expect((await callBoard("{ me {")).code).toBe("parseError");
  expect((await callBoard("{ me { id } }", {}, { "API-Version": "newest" })).code).toBe(
    "InvalidVersionException",
  );
  const other = 'mutation { create_item(board_id: 7, item_name: "x") { id } }';
  expect((await callBoard(other)).code).toBe("InvalidBoardIdException");
});
