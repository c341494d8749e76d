import { expect, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { type HealthDeps, readHealth } from "./health.server";

const backlog = { waiting: 2, oldestSeconds: 30, failed: 1 };
const neverAnswers = () => new Promise<never>(() => undefined);
let time = Date.parse("2026-11-23T12:00:00Z");
/** Advances a second with each call. */
const clock = () => {
  time += 1_000;
  return new Date(time);
};
const healthyDeps: HealthDeps = {
  release: "0123456789",
  clock,
  db: { run: async () => ({}) } as unknown as Database,
  files: { head: async () => null },
  config: { get: async () => null },
  backlog: async () => backlog,
  sweepSilence: async () => undefined,
  integrations: { board: "sandbox" },
};

test("where everything answers, it says how much waits", async () => {
  const ok = { state: "ok", ms: expect.any(Number) };
  expect(await readHealth(healthyDeps)).toEqual({
    ok: true,
    status: "ok",
    release: "0123456789",
    checks: { d1: ok, r2: ok, kv: ok, queue: { ...ok, ...backlog }, sweep: ok },
    integrations: { board: "sandbox" },
  });
});

test("a sweep that has been silent for too long makes it degraded, and says since when", async () => {
  const silentSince = "2026-11-19T12:00:00.000Z";
  const health = await readHealth({ ...healthyDeps, sweepSilence: async () => silentSince });
  expect(health).toMatchObject({ ok: false, status: "degraded" });
  expect(health.checks.sweep).toMatchObject({ state: "failed", silentSince });
  const states = [health.checks.d1, health.checks.r2, health.checks.kv, health.checks.queue];
  expect(states.every(({ state }) => state === "ok")).toBe(true);
});

test("the time of an answer is measured by the given clock", async () => {
  const { checks } = await readHealth(healthyDeps);
  const times = [checks.d1, checks.r2, checks.kv, checks.queue].map(({ ms }) => ms);
  // Each check calls it twice, and the four run in parallel.
  expect(times.every((ms) => ms >= 1_000 && ms % 1_000 === 0)).toBe(true);
});

test.each<[string, string[], Partial<HealthDeps>]>([
  [
    "D1",
    ["d1", "queue"],
    { db: { run: neverAnswers } as unknown as Database, backlog: neverAnswers },
  ],
  ["R2", ["r2"], { files: { head: neverAnswers } }],
  ["KV", ["kv"], { config: { get: neverAnswers } }],
])(
  "where %s never answers, it is reported as failed",
  async (_, expectedNames, change) => {
    const health = await readHealth({ ...healthyDeps, ...change }, 0.05);
    expect(health).toMatchObject({ ok: false, status: "degraded" });
    const { d1, r2, kv, queue } = health.checks;
    const failedChecks = Object.entries({ d1, r2, kv, queue }).filter(
      ([, { state }]) => state !== "ok",
    );
    expect(failedChecks.map(([name]) => name)).toEqual(expectedNames);
  },
  2_000,
);
