import { expect, test } from "vitest";
import {
  createItem,
  findItemBySubmission,
  testConnection,
} from "~/integrations/board/board-client.server";
import { systemClock } from "~/platform/clock";
import { removeColumns } from "../../../workers/sandbox/monday-store";
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

test("the client's own documents pass the schema", async () => {
  const client = { send: fixture.send, token: "sandbox", now: systemClock };
  expect(await testConnection(client)).toMatchObject({ user: "Sandbox user" });
  const payload = { itemName: "A - B", columnValues: { submission_id: "01X" } };
  const { itemId: id } = await createItem(client, "1", payload, "key-1");
  expect(await findItemBySubmission(client, "1", "submission_id", "01X")).toBeUndefined();
  // The board's search lags.
  advanceClock(30);
  expect(await findItemBySubmission(client, "1", "submission_id", "01X")).toBe(id);
  expect(await findItemBySubmission(client, "1", "submission_id", "01Y")).toBeUndefined();
});

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

test("plain texts are accepted where the board accepts them, and empty ones clear", async () => {
  const values = {
    email: "a@b.example Label",
    spotify: "https://x.example Page",
    release_date: "2027-03-12 09:30:00",
    status: "Pending",
    bio: "",
  };
  expect((await create(values)).reply.errors).toBeUndefined();
  expect((await create({ status: { label: "Brand new" } }, "Item", true)).reply.errors).toBe(
    undefined,
  );
});

test.each([
  ["", "InvalidArgumentException"],
  ["x".repeat(256), "ItemNameTooLongException"],
])("the item name %j is refused", async (name, code) => {
  expect((await create({}, name)).code).toBe(code);
});

test("column values must be a JSON text", async () => {
  const { code } = await callBoard(CREATE, { name: "Item", values: { city: "London" } });
  expect(code).toBe("InvalidArgumentException");
});

test("values can be changed afterwards, and null clears", async () => {
  const { reply } = await create({ city: "London", bio: "Old" });
  const item = reply.data?.create_item;
  const id = item && typeof item === "object" && "id" in item ? item.id : undefined;
  const answer = await callBoard(
    `mutation ($id: ID, $values: JSON!) {
      change_multiple_column_values(board_id: 1, item_id: $id, column_values: $values) {
        column_values(ids: ["city", "bio"]) { id text }
      }
    }`,
    { id, values: JSON.stringify({ city: "Paris", bio: null }) },
  );
  expect(answer.reply.data?.change_multiple_column_values).toEqual({
    column_values: [
      { id: "city", text: "Paris" },
      { id: "bio", text: null },
    ],
  });
});

test("boards list their columns with types", async () => {
  const { reply } = await callBoard("{ boards(ids: [1]) { id columns { id type } } }");
  expect(reply.data).toMatchObject({
    boards: [{ id: "1", columns: expect.arrayContaining([{ id: "email", type: "email" }]) }],
  });
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

test("a column that was removed takes no values until it is back", async () => {
  await removeColumns(fixture.sandboxDb, ["city"]);
  const refusal = await create({ city: "Cork" });
  expect(refusal.code).toBe("InvalidColumnIdException");
  expect(refusal.reply.errors?.[0]?.extensions).toMatchObject({
    error_data: { column_id: "city" },
  });
  await removeColumns(fixture.sandboxDb, []);
  expect((await create({ city: "Cork" })).reply.errors).toBeUndefined();
});

const ADD = `mutation ($file: File!) {
  add_file_to_column(item_id: 1, column_id: "files", file: $file) { id name file_size }
}`;
const FILE = new File(["RIFF"], "one.wav", { type: "audio/wav" });

test.each([
  ["the SDK's", { variables: '{"file":null}', map: '{"0":["variables.file"]}', 0: FILE }],
  ["the documentation's", { map: '{"sound":"variables.file"}', sound: FILE }],
  ["the older", { "variables[file]": FILE }],
])("a file is taken in %s form", async (_, parts) => {
  await create({});
  const form = new FormData();
  form.set("query", ADD);
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  const headers = { Authorization: "sandbox" };
  const init = { method: "POST", headers, body: form };
  const response = await fixture.send(new Request("https://api.monday.com/v2/file", init));
  const { data } = (await response.json()) as Reply;
  expect(data?.add_file_to_column).toMatchObject({ name: "one.wav", file_size: 4 });
});
