import { expect, test } from "vitest";
import type { LogEvent, LogFields } from "~/monitoring/log";
import { MAX_ATTEMPTS } from "~/platform/jobs/job-store.server";
import { type ClaimedJob, type RunContext, retryDelay, runJob, type WorkResult } from "./run-job";

const now = new Date("2026-11-21T12:00:00Z");

function world(work: () => Promise<WorkResult>, job: Partial<ClaimedJob> | undefined = {}) {
  const row = { id: "J", type: "sync-board", submissionId: "S", subject: "", attempts: 1, ...job };
  const calls: unknown[] = [];
  const lines: [LogEvent, LogFields | undefined][] = [];
  let held = false;
  const context: RunContext = {
    rows: {
      claim: async () => {
        if (held) return undefined;
        held = true;
        return row;
      },
      finish: async (id) => void calls.push(["finish", id]),
      release: async (id, error, due) => void calls.push(["release", id, error, due.toISOString()]),
      fail: async (id, error) => void calls.push(["fail", id, error]),
    },
    handlers: {
      "sync-board": { run: work },
      "confirm-by-mail": { run: async () => ({ kind: "failed", reason: "wrong handler" }) },
      "process-clip": { run: async () => ({ kind: "failed", reason: "wrong handler" }) },
    },
    log: (_, event, fields) => void lines.push([event, fields]),
    now: () => now,
    random: () => 0.5,
  };
  return { context, calls, lines, events: () => lines.map(([event]) => event) };
}

test("work that succeeds finishes the job", async () => {
  const { context, calls, events } = world(async () => ({ kind: "done" }));
  expect(await runJob(context, "J")).toEqual({ kind: "done" });
  expect(calls).toEqual([["finish", "J"]]);
  expect(events()).toEqual(["job.started", "job.done"]);
});

test("a job that another worker holds is skipped without running", async () => {
  let runs = 0;
  const { context, calls, events } = world(async () => {
    runs++;
    return { kind: "done" };
  });
  await Promise.all([runJob(context, "J"), runJob(context, "J")]);
  expect(runs).toBe(1);
  expect(calls).toHaveLength(1);
  expect(events()).toContain("job.skipped");
});

test("work to be retried is released until it is due, with the reason on the row", async () => {
  const { context, calls, lines } = world(async () => ({
    kind: "retry",
    reason: "HTTP_500",
    detail: "quotes ada@example.com",
  }));
  expect(await runJob(context, "J")).toEqual({
    kind: "retry",
    reason: "HTTP_500",
    delaySeconds: 20,
  });
  expect(calls).toEqual([
    ["release", "J", "HTTP_500: quotes ada@example.com", "2026-11-21T12:00:20.000Z"],
  ]);
  expect(JSON.stringify(lines)).not.toContain("ada@example.com");
});

test("a permanent failure ends the job at once", async () => {
  const { context, calls, events } = world(async () => ({ kind: "failed", reason: "no-column" }));
  expect(await runJob(context, "J")).toEqual({ kind: "failed", reason: "no-column" });
  expect(calls).toEqual([["fail", "J", "no-column"]]);
  expect(events()).toEqual(["job.started", "job.failed"]);
});

test("the last attempt ends the job", async () => {
  const { context, calls } = world(async () => ({ kind: "retry", reason: "HTTP_500" }), {
    attempts: MAX_ATTEMPTS,
  });
  expect(await runJob(context, "J")).toMatchObject({ kind: "failed" });
  expect(calls).toEqual([["fail", "J", "HTTP_500"]]);
});

test("a job that took its worker down each time is not run again", async () => {
  const { context } = world(
    async () => {
      throw new Error("must not run");
    },
    { attempts: MAX_ATTEMPTS + 1 },
  );
  expect(await runJob(context, "J")).toEqual({ kind: "failed", reason: "too-many-attempts" });
});

test("an unforeseen error is retried, and what the query carried stays out of the log", async () => {
  const { context, lines } = world(async () => {
    throw new Error("Failed query, params: ada@example.com", { cause: new Error("D1 is away") });
  });
  expect(await runJob(context, "J")).toMatchObject({ kind: "retry", reason: "Error: D1 is away" });
  expect(JSON.stringify(lines)).not.toContain("ada@example.com");
});

test("a row of an unknown type fails", async () => {
  const { context } = world(async () => ({ kind: "done" }), { type: "make-tea" });
  expect(await runJob(context, "J")).toEqual({ kind: "failed", reason: "unknown-job-type" });
});

test("delays double from attempt to attempt, spread by a fifth, up to an hour", () => {
  expect(retryDelay(1, undefined, () => 0)).toBe(16);
  expect(retryDelay(1, undefined, () => 0.999)).toBe(24);
  expect(retryDelay(3, undefined, () => 0.5)).toBe(80);
  expect(retryDelay(20, undefined, () => 0.5)).toBe(3_600);
});

test("what the other side asks for is never undercut, and never more than a queue can hold", () => {
  expect(retryDelay(5, 17, () => 0)).toBe(17);
  expect(retryDelay(5, 10, () => 0.5)).toBe(11);
  expect(retryDelay(1, 86_000, () => 0)).toBe(43_200);
});
