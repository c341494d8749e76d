import http, { type Server } from "node:http";
import { Miniflare } from "miniflare";
import { afterEach, expect, test } from "vitest";

// Our workarounds for local tools can be removed once the installed versions no longer need them: then
// one of these tests fails. This file must not import a patched tool.

const { createServer } = http;
const { wait } = Atomics;
let fixture: Miniflare | undefined;

function runtime(): Miniflare {
  fixture = new Miniflare({
    modules: true,
    script: "export default { fetch: () => new Response() }",
    d1Databases: ["DB"],
  });
  return fixture;
}

afterEach(async () => {
  http.createServer = createServer;
  Atomics.wait = wait;
  await fixture?.dispose();
  fixture = undefined;
});

test("wrangler still closes connections that are idle for a moment", async () => {
  const servers: Server[] = [];
  http.createServer = ((...args: Parameters<typeof createServer>) => {
    const server = createServer(...args);
    servers.push(server);
    return server;
  }) as typeof createServer;
  await runtime().ready;
  const closing = servers.filter((server) => server.keepAliveTimeout > 0);
  const advice =
    "The tool keeps its connections by itself: remove workers/cli/keep-connections.mjs";
  expect(closing.length, advice).toBeGreaterThan(0);
});

test("the runtime's simulator still mistakes an early wake-up for an answer", async () => {
  const database = await runtime().getD1Database("DB");
  let early = 0;
  Atomics.wait = ((...args: Parameters<typeof wait>) => {
    if (early++ > 0) return wait(...args);
    return "ok";
  }) as typeof wait;
  const query = () => database.prepare("SELECT 1");
  const advice =
    "The stand-in waits for its answer by itself: remove tests/support/steady-runtime.ts";
  expect(query, advice).toThrow();
  expect(early).toBe(1);
});
