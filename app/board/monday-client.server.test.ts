import { expect, test } from "vitest";
import { BoardError } from "./board-error.server";
import { createItem, findItemBySubmission, testConnection } from "./monday-client.server";

function replying(body: unknown, init?: ResponseInit) {
  const requests: Request[] = [];
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const send = async (request: Request) => {
    requests.push(request);
    return new Response(text, init);
  };
  return { client: { send, token: "token-1" }, requests };
}

const payload = {
  itemName: "Ada - Engine",
  columnValues: { email: { email: "a@b.c", text: "a" } },
};
const create = (world: ReturnType<typeof replying>) =>
  createItem(world.client, "7", payload, "01SUB");

async function failure(body: unknown, init?: ResponseInit): Promise<BoardError> {
  const error = await create(replying(body, init)).catch((thrown: unknown) => thrown);
  if (error instanceof BoardError) return error;
  throw new Error(`expected a BoardError, got ${String(error)}`);
}

test("an item is created with the bare token, the pinned version and the idempotency key", async () => {
  const world = replying({ data: { create_item: { id: "99" } } });
  expect(await create(world)).toBe("99");
  const [request] = world.requests;
  expect(request?.url).toBe("https://api.monday.com/v2");
  expect(request?.headers.get("Authorization")).toBe("token-1");
  expect(request?.headers.get("API-Version")).toBe("2026-10");
  expect(request?.headers.get("Idempotency-Key")).toBe("01SUB");
  const sent = JSON.parse((await request?.text()) ?? "");
  expect(Object.keys(sent)).toEqual(["query", "variables"]);
  expect(JSON.parse(sent.variables.columnValues)).toEqual(payload.columnValues);
});

test("a lookup finds the item or nothing, and sends no idempotency key", async () => {
  const items = (list: unknown[]) => ({ data: { items_page_by_column_values: { items: list } } });
  const found = replying(items([{ id: 5 }]));
  expect(await findItemBySubmission(found.client, "7", "submission_id", "01SUB")).toBe("5");
  expect(found.requests[0]?.headers.has("Idempotency-Key")).toBe(false);
  const none = replying(items([]));
  expect(await findItemBySubmission(none.client, "7", "submission_id", "01SUB")).toBeUndefined();
});

test("a connection test says whose token it is", async () => {
  const data = { me: { name: "Grace", account: { name: "Label" } }, version: { value: "2026-10" } };
  expect(await testConnection(replying({ data }).client)).toEqual({
    user: "Grace",
    account: "Label",
    apiVersion: "2026-10",
  });
});

test("an error listed beside HTTP 200 is permanent when no repetition cures it", async () => {
  const extensions = { code: "ColumnValueException", status_code: 200 };
  const body = { data: { create_item: null }, errors: [{ message: "bad", extensions }] };
  expect(await failure(body)).toMatchObject({
    code: "ColumnValueException",
    message: "bad",
    permanent: true,
  });
});

test("a spent budget passes, after the time the reply names", async () => {
  const extensions = {
    code: "COMPLEXITY_BUDGET_EXHAUSTED",
    status_code: 429,
    retry_in_seconds: 17,
  };
  const body = { errors: [{ message: "spent", extensions }] };
  const expected = { code: "COMPLEXITY_BUDGET_EXHAUSTED", permanent: false, retryAfterSeconds: 17 };
  expect(await failure(body)).toMatchObject(expected);
  expect(await failure(body, { status: 429 })).toMatchObject(expected);
});

test("the old flat shape is understood, its time read from the message", async () => {
  const body = {
    error_code: "ComplexityException",
    status_code: 429,
    error_message: "Complexity budget exhausted, reset in 21 seconds",
  };
  const expected = { code: "ComplexityException", permanent: false, retryAfterSeconds: 21 };
  expect(await failure(body)).toMatchObject(expected);
  expect(await failure(body, { status: 429 })).toMatchObject(expected);
});

test("Retry-After counts for more than the body", async () => {
  const init = { status: 429, headers: { "Retry-After": "30" } };
  expect(await failure("slow down", init)).toMatchObject({
    code: "HTTP_429",
    permanent: false,
    retryAfterSeconds: 30,
  });
});

test.each([
  [401, true],
  [403, true],
  [404, true],
  [409, false],
  [423, false],
  [500, false],
  [503, false],
])("HTTP %d is permanent: %s", async (status, permanent) => {
  expect(await failure("no", { status })).toMatchObject({ code: `HTTP_${status}`, permanent });
});

test("a code nobody has heard of, and a reply of unknown shape, are worth another try", async () => {
  const extensions = { code: "SomethingNew", status_code: 200 };
  expect(await failure({ errors: [{ message: "?", extensions }] })).toMatchObject({
    code: "SomethingNew",
    permanent: false,
  });
  expect(await failure({ data: { create_item: null } })).toMatchObject({ permanent: false });
  expect(await failure("<html>")).toMatchObject({ code: "NO_REPLY", permanent: false });
});
