import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../../tests/support/batched-database";
import { SteadyMiniflare } from "../../tests/support/steady-runtime";
import { nextFault, setFault } from "./faults";
import sandbox from "./index";

let miniflare: Miniflare;
let env: Parameters<typeof sandbox.fetch>[1];

beforeAll(async () => {
  miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["SANDBOX_DB", "DB"],
  });
  const [SANDBOX_DB, DB] = ["SANDBOX_DB", "DB"].map((name) => batchedDatabase(miniflare, name));
  const sent: unknown[] = [];
  env = {
    SANDBOX_DB,
    DB,
    JOBS: { sendBatch: async (messages: unknown[]) => void sent.push(...messages) },
    CONFIG: { get: async () => null, put: async () => undefined },
    SWEEP: { run: async (minAgeSeconds?: number) => minAgeSeconds ?? -1 },
    TEST_WINDOW: "open",
  } as unknown as typeof env;
});
afterAll(() => miniflare.dispose());

const callSandbox = sandbox.fetch as (request: Request, bindings: typeof env) => Promise<Response>;

/** Calls the sandbox as a command of this machine does. */
async function post(path: string, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`http://localhost${path}`, { method: "POST", body: text });
  const reply = await callSandbox(request, env);
  return { status: reply.status, body: (await reply.json()) as unknown };
}

test("a fault counts the calls that it is for, and no others", async () => {
  const next = (call: string) => nextFault(env.SANDBOX_DB, "monday", { calls: ["mutation", call] });
  await setFault(env.SANDBOX_DB, "monday", { mode: "partial", call: "CreateItem", times: 2 });
  expect(await nextFault(env.SANDBOX_DB, "drive", { calls: ["CreateItem"] })).toBe("none");
  const modes = [await next("ChangeItem"), await next("CreateItem"), await next("CreateItem")];
  expect([...modes, await next("CreateItem")]).toEqual(["none", "partial", "partial", "none"]);
});

test("a later fault of a third party replaces the one before, and none ends it", async () => {
  const next = () => nextFault(env.SANDBOX_DB, "drive", { calls: ["chunk"] });
  await setFault(env.SANDBOX_DB, "drive", { mode: "too-many", times: 9 });
  await setFault(env.SANDBOX_DB, "drive", { mode: "storage-quota", times: 9 });
  expect(await next()).toBe("storage-quota");
  await setFault(env.SANDBOX_DB, "drive", { mode: "none" });
  expect(await next()).toBe("none");
});

test("the site fails at a place for one draft, or for the next of anybody", async () => {
  const ask = async (draftId: string) =>
    (await post("/sandbox/site/ask", { at: "record", draftId })).body;
  await post("/sandbox/site/fail", { only: "record D1" });
  expect([await ask("D2"), await ask("D1"), await ask("D1")]).toEqual(
    [false, true, false].map((fail) => ({ fail })),
  );
  await post("/sandbox/site/fail", { only: "record" });
  expect([await ask("D3"), await ask("D3")]).toEqual([true, false].map((fail) => ({ fail })));
});

test.each([
  ["/sandbox/monday/fail", { mode: "explode" }],
  ["/sandbox/spotify/fail", { times: -1 }],
  ["/sandbox/site/fail", "{"],
  ["/sandbox/sweep", { only: "drafts" }],
  ["/sandbox/window/rows", { sql: 1 }],
])("what does not fit is refused: %s with %j", async (path, body) => {
  expect(await post(path, body)).toEqual({ status: 400, body: { error: expect.any(String) } });
});

test("a third party that is none has no faults", async () => {
  expect((await post("/sandbox/nobody/fail", {})).status).toBe(404);
});

test("the window of tests returns rows, values that are null, and how much was sent", async () => {
  const sql = "SELECT ?1 AS n, NULL AS empty";
  expect((await post("/sandbox/window/rows", { sql, params: [5] })).body).toEqual([
    { n: 5, empty: null },
  ]);
  expect((await post("/sandbox/window/config", { call: "get", name: "x" })).body).toBeNull();
  const messages = { bodies: [{ version: 1 }, "x"] };
  expect((await post("/sandbox/window/messages", messages)).body).toEqual({ sent: 2 });
  expect((await post("/sandbox/sweep", "")).body).toEqual({ sent: -1 });
});
