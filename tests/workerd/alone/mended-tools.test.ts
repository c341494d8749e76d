import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterEach, expect, test } from "vitest";

// Our workarounds for local tools can be removed once the installed versions no longer need them: then
// one of these tests fails. This file must not import a patched tool.

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
  Atomics.wait = wait;
  await fixture?.dispose();
  fixture = undefined;
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

test("the runtime of every test collects its garbage in one thread", async () => {
  const folder = mkdtempSync(join(tmpdir(), "runtime-config-"));
  const file = join(folder, "config.json");
  try {
    process.env.MINIFLARE_WORKERD_CONFIG_DEBUG = file;
    await runtime().ready;
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      v8Flags: ["--single-threaded-gc"],
    });
  } finally {
    delete process.env.MINIFLARE_WORKERD_CONFIG_DEBUG;
    rmSync(folder, { recursive: true });
  }
});
