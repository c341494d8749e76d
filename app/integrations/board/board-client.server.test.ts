import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { createItem, findItemBySubmission, testConnection } from "./board-client.server";
import { MondayError } from "./monday-error.server";

function createFixture(body: unknown, init?: ResponseInit) {
  const requests: Request[] = [];
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fetcher = async (request: Request) => {
    requests.push(request);
    return new Response(text, init);
  };
  return { client: { send: fetcher, token: "token-1", now: systemClock }, requests };
}

const payload = {
  itemName: "Ada - Engine",
  columnValues: { email: { email: "a@b.c", text: "a" } },
};
const create = (fixture: ReturnType<typeof createFixture>) =>
  createItem(fixture.client, "7", payload, "01SUB");

async function failure(body: unknown, init?: ResponseInit): Promise<MondayError> {
  const error = await create(createFixture(body, init)).catch((reason: unknown) => reason);
  if (error instanceof MondayError) return error;
  throw new Error(`expected a MondayError, got ${String(error)}`);
}

test("an item is created with the bare token, the pinned version and the idempotency key", async () => {
  const fixture = createFixture({ data: { create_item: { id: "99" } } });
  expect(await create(fixture)).toEqual({ itemId: "99", replayed: false });
  const [request] = fixture.requests;
  expect(request?.url).toBe("https://api.monday.com/v2");
  expect(request?.headers.get("Authorization")).toBe("token-1");
  expect(request?.headers.get("API-Version")).toBe("2026-10");
  expect(request?.headers.get("Idempotency-Key")).toBe("01SUB");
  const body = JSON.parse((await request?.text()) ?? "");
  expect(Object.keys(body)).toEqual(["query", "variables"]);
  expect(JSON.parse(body.variables.columnValues)).toEqual(payload.columnValues);
});

test("a lookup finds the item or nothing, and sends no idempotency key", async () => {
  const items = (list: unknown[]) => ({ data: { items_page_by_column_values: { items: list } } });
  const oneItem = createFixture(items([{ id: 5 }]));
  expect(await findItemBySubmission(oneItem.client, "7", "submission_id", "01SUB")).toBe("5");
  expect(oneItem.requests[0]?.headers.has("Idempotency-Key")).toBe(false);
  const none = createFixture(items([]));
  expect(await findItemBySubmission(none.client, "7", "submission_id", "01SUB")).toBeUndefined();
});

test("a connection test says whose token it is", async () => {
  const data = { me: { name: "Grace", account: { name: "Label" } }, version: { value: "2026-10" } };
  expect(await testConnection(createFixture({ data }).client)).toEqual({
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

test("a used-up budget is temporary, with the wait from the reply", async () => {
  const extensions = {
    code: "COMPLEXITY_BUDGET_EXHAUSTED",
    status_code: 429,
    retry_in_seconds: 17,
  };
  const body = { errors: [{ message: "spent", extensions }] };
  const expectedError = {
    code: "COMPLEXITY_BUDGET_EXHAUSTED",
    permanent: false,
    retryAfterSeconds: 17,
  };
  expect(await failure(body)).toMatchObject(expectedError);
  expect(await failure(body, { status: 429 })).toMatchObject(expectedError);
});

test("the old flat shape is understood, its time read from the message", async () => {
  const body = {
    error_code: "ComplexityException",
    status_code: 429,
    error_message: "Complexity budget exhausted, reset in 21 seconds",
  };
  const expectedError = { code: "ComplexityException", permanent: false, retryAfterSeconds: 21 };
  expect(await failure(body)).toMatchObject(expectedError);
  expect(await failure(body, { status: 429 })).toMatchObject(expectedError);
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

test("an unknown code, and a reply of unknown shape, are retried", async () => {
  const extensions = { code: "SomethingNew", status_code: 200 };
  expect(await failure({ errors: [{ message: "?", extensions }] })).toMatchObject({
    code: "SomethingNew",
    permanent: false,
  });
  expect(await failure({ data: { create_item: null } })).toMatchObject({
    code: "UNEXPECTED_REPLY",
    permanent: false,
  });
  expect(await failure("<html>")).toMatchObject({ code: "NO_REPLY", permanent: false });
});

test("a reply that limits calls beside HTTP 200 is heard with its Retry-After", async () => {
  const body = { error_code: "ComplexityException", status_code: 429, error_message: "spent" };
  const init = { headers: { "Retry-After": "12" } };
  expect(await failure(body, init)).toMatchObject({ permanent: false, retryAfterSeconds: 12 });
});

const SECONDS = { retry_in_seconds: 17 };
const LIMIT = { code: "maxConcurrencyExceeded", status_code: 429 };

test.each([
  { errors: [{ message: "x", extensions: { ...LIMIT, retry_in_seconds: "17" } }] },
  { errors: [{ message: "x", extensions: { ...LIMIT, error_data: SECONDS } }] },
  { errors: [{ message: "x", extensions: LIMIT, ...SECONDS }] },
  { errors: [{ message: "x", extensions: LIMIT }], ...SECONDS },
  { errors: { message: "x", extensions: { ...LIMIT, ...SECONDS } } },
  { errors: [{ message: "Retry in 17 seconds", extensions: LIMIT }] },
  { error_message: "x", error_code: "maxConcurrencyExceeded", status_code: "429", ...SECONDS },
  { error_message: "spent", error_code: "maxConcurrencyExceeded", error_data: SECONDS },
])("the time is found in %j, with HTTP 200 and 429", async (body) => {
  for (const status of [200, 429])
    expect(await failure(body, { status })).toMatchObject({
      code: "maxConcurrencyExceeded",
      permanent: false,
      retryAfterSeconds: 17,
    });
});

test("a Retry-After may be a time of day", async () => {
  const headers = { "Retry-After": "Sat, 21 Nov 2026 12:00:40 GMT" };
  const fixture = createFixture("slow down", { status: 429, headers });
  const now = () => new Date("2026-11-21T12:00:00Z");
  const error = await createItem({ ...fixture.client, now }, "7", payload, "k").catch((e) => e);
  expect(error).toMatchObject({ retryAfterSeconds: 40 });
});

test("a refused token may come as a text in a list", async () => {
  const body = { errors: ["Not Authenticated"] };
  expect(await failure(body, { status: 401 })).toMatchObject({
    message: "Not Authenticated",
    permanent: true,
  });
  const limitBody = { errors: ["busy", { message: "x", extensions: { ...LIMIT, ...SECONDS } }] };
  expect(await failure(limitBody, { status: 429 })).toMatchObject({ permanent: false });
});

test("the daily limit waits for midnight UTC when no time is given", async () => {
  const extensions = { code: "DAILY_LIMIT_EXCEEDED", status_code: 429 };
  const fixture = createFixture({ errors: [{ message: "spent", extensions }] }, { status: 429 });
  const now = () => new Date("2026-11-21T22:30:00Z");
  const error = await createItem({ ...fixture.client, now }, "7", payload, "k").catch((e) => e);
  expect(error).toMatchObject({ permanent: false, retryAfterSeconds: 5_400 });
});

test("of several errors the permanent one counts, with its column and the sent values", async () => {
  const errors = [
    { message: "?", extensions: { code: "SomethingNew" } },
    {
      message: "no such column",
      extensions: { code: "InvalidColumnIdException", error_data: { column_id: "town" } },
    },
  ];
  expect(await failure({ errors })).toMatchObject({
    permanent: true,
    columnId: "town",
    sent: payload.columnValues,
  });
});

test.each([
  { errors: "none" },
  { errors: [] },
  { errors: [{ extensions: { code: 7 } }] },
  { errors: [{ message: 7, extensions: "x" }] },
  { error_message: "?", error_data: "x" },
])("an error of unknown form %j fails as one to try again", async (body) => {
  expect(await failure(body)).toMatchObject({ permanent: false });
});

test("a silent board counts as unavailable after the timeout", async () => {
  const fetcher = (request: Request) =>
    new Promise<Response>((_, reject) => {
      const { signal } = request;
      const onAbort = () => reject(signal.reason);
      // On a busy machine the timeout may have passed already.
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort);
    });
  const error = await testConnection({
    send: fetcher,
    token: "t",
    now: systemClock,
    timeoutMs: 1,
  }).catch((reason) => reason);
  expect(error).toMatchObject({ code: "NO_REPLY", permanent: false });
});

test("of several items with our id the oldest is the one", async () => {
  const items = [{ id: "1002" }, { id: "999" }, { id: "1001" }];
  const fixture = createFixture({ data: { items_page_by_column_values: { items } } });
  expect(await findItemBySubmission(fixture.client, "7", "submission_id", "01SUB")).toBe("999");
});

/** Replies by idempotency key, and records the keys. */
function keyedClient(replies: Record<string, { body: unknown; replayed?: boolean }>) {
  const keys: string[] = [];
  const fetcher = async (request: Request) => {
    const key = request.headers.get("Idempotency-Key") ?? "";
    keys.push(key);
    const { body, replayed } = replies[key] ?? { body: { data: { create_item: { id: "9" } } } };
    const headers = replayed ? { "Idempotency-Replayed": "true" } : undefined;
    return new Response(JSON.stringify(body), { headers });
  };
  return { client: { send: fetcher, token: "t", now: systemClock }, keys };
}
const refusalBody = {
  errors: [{ message: "no label", extensions: { code: "ColumnValueException" } }],
};

test("a refusal that is only replayed is asked anew under the next key", async () => {
  const fixture = keyedClient({ S: { body: refusalBody, replayed: true } });
  expect(await createItem(fixture.client, "7", payload, "S")).toMatchObject({ itemId: "9" });
  expect(fixture.keys).toEqual(["S", "S-2"]);
});

test("a fresh refusal, and a replayed failure that may have created the item, are not", async () => {
  const fresh = keyedClient({ S: { body: refusalBody } });
  await expect(createItem(fresh.client, "7", payload, "S")).rejects.toThrow("no label");
  expect(fresh.keys).toEqual(["S"]);
  const faultBody = { errors: [{ message: "?", extensions: { code: "INTERNAL_SERVER_ERROR" } }] };
  const unsure = keyedClient({ S: { body: faultBody, replayed: true } });
  await expect(createItem(unsure.client, "7", payload, "S")).rejects.toThrow("?");
  expect(unsure.keys).toEqual(["S"]);
});
