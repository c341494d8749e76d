import { expect, test } from "vitest";
import { MAX_ATTEMPTS, MAX_ROUNDS } from "~/jobs/job-claims.server";
import type { LogEvent, LogFields } from "~/observability/log";
import type { StoredJobSubject, WorkResult } from "./job-kind";
import { type ClaimedJob, type RunContext, runJob } from "./run-job";

const now = new Date("2026-11-21T12:00:00Z");

interface FixtureOptions {
  job?: Partial<ClaimedJob>;
  /** Whether the claim still holds when it is renewed and finished. */
  hasLease?: boolean;
  /** Jobs of the submission that are still open. */
  open?: number;
}

function createFixture(
  work: (topic: StoredJobSubject) => Promise<WorkResult>,
  { job, hasLease = true, open = 1 }: FixtureOptions = {},
) {
  const calls: unknown[] = [];
  const attempts: unknown[] = [];
  const lines: [LogEvent, LogFields | undefined][] = [];
  let claimed = false;
  const row: ClaimedJob = {
    id: "J",
    type: "sync-board",
    submissionId: "S",
    subject: "",
    requestId: "R",
    state: "running",
    attempts: 1,
    rounds: 0,
    takenOver: false,
    renew: async () => hasLease,
    finish: async (outcome, attempt) => {
      calls.push(outcome);
      if (hasLease) attempts.push(attempt);
      return { written: hasLease, open };
    },
    ...job,
  };
  const context: RunContext = {
    rows: {
      claim: async () => {
        if (claimed) return undefined;
        claimed = true;
        return row;
      },
      find: async () => row,
      recordAttempt: async (_, attempt) => void attempts.push(attempt),
    },
    findHandler: (type) => (type === "sync-board" ? { run: work } : undefined),
    log: (_, event, fields) => void lines.push([event, fields]),
    now: () => now,
    bindLog: () => {},
    onTakenOver: async () => {},
    onFailed: async () => {},
    random: () => 0.5,
  };
  return { context, calls, stories: attempts, lines, events: () => lines.map(([event]) => event) };
}

test("work that succeeds finishes the job, and its lines say whose it was", async () => {
  const {
    context,
    calls,
    stories: attempts,
    lines,
  } = createFixture(async () => ({ kind: "done", reason: "made" }));
  expect(await runJob(context, "J", 7)).toEqual({ kind: "done", reason: "made" });
  expect(calls).toEqual([{ state: "done" }]);
  expect(attempts).toMatchObject([
    { attempt: 1, outcome: "done", reason: "made", ms: 0, queuedMs: 7 },
  ]);
  const logFields = {
    requestId: "R",
    submissionId: "S",
    jobId: "J",
    jobType: "sync-board",
    attempt: 1,
  };
  expect(lines).toMatchObject([
    ["job.started", { ...logFields, queuedMs: 7 }],
    ["job.done", { ...logFields, ms: 0, reason: "made" }],
  ]);
});

test("the last of a submission's jobs to end says so", async () => {
  const { context, lines } = createFixture(async () => ({ kind: "done" }), { open: 0 });
  await runJob(context, "J");
  expect(lines.at(-1)).toEqual(["submission.settled", { requestId: "R", submissionId: "S" }]);
});

test("a job whose worker went away is reported before its work begins again", async () => {
  const steps: string[] = [];
  const work = async () => {
    steps.push("worked");
    return { kind: "done" } as const;
  };
  const { context, lines } = createFixture(work, { job: { takenOver: true, attempts: 2 } });
  await runJob({ ...context, onTakenOver: async ({ id }) => void steps.push(id) }, "J");
  expect(steps).toEqual(["J", "worked"]);
  expect(lines[0]).toMatchObject(["job.started", { reason: "worker-gone", attempt: 2 }]);
});

test("a job that another worker holds is skipped without running", async () => {
  let runs = 0;
  const { context, calls, events } = createFixture(async () => {
    runs++;
    return { kind: "done" };
  });
  await Promise.all([runJob(context, "J"), runJob(context, "J")]);
  expect(runs).toBe(1);
  expect(calls).toHaveLength(1);
  expect(events()).toContain("job.skipped");
});

test("work to be retried is released until it is due, with the reason on the row", async () => {
  const {
    context,
    calls,
    stories: attempts,
    lines,
  } = createFixture(async () => ({
    kind: "retry",
    reason: "HTTP_500",
    detail: "quotes ada@example.com",
  }));
  expect(await runJob(context, "J")).toEqual({
    kind: "retry",
    reason: "HTTP_500",
    delaySeconds: 20,
  });
  const due = new Date("2026-11-21T12:00:20.000Z");
  expect(calls).toEqual([{ state: "waiting", error: "HTTP_500: quotes ada@example.com", due }]);
  expect(attempts).toMatchObject([{ outcome: "retry", detail: "quotes ada@example.com" }]);
  expect(lines.at(-1)).toMatchObject(["job.retry", { reason: "HTTP_500", delaySeconds: 20 }]);
  expect(JSON.stringify(lines)).not.toContain("ada@example.com");
});

test("work that has made progress goes on at once, however many attempts it had", async () => {
  const advance = async () => ({ kind: "again", reason: "next-slice" }) as const;
  const { context, calls, events } = createFixture(advance, { job: { attempts: MAX_ATTEMPTS } });
  expect(await runJob(context, "J")).toEqual({ kind: "again", reason: "next-slice" });
  expect(calls).toEqual([{ state: "waiting", further: true }]);
  expect(events()).toEqual(["job.started", "job.again"]);
});

test("work that waits for something else goes on at its time", async () => {
  const wait = async () => ({ kind: "again", reason: "to-come", afterSeconds: 600 }) as const;
  const { context, calls, lines } = createFixture(wait);
  expect(await runJob(context, "J")).toEqual({
    ...{ kind: "again", reason: "to-come", delaySeconds: 600 },
  });
  const due = new Date("2026-11-21T12:10:00.000Z");
  expect(calls).toEqual([{ state: "waiting", further: true, due }]);
  expect(lines.at(-1)).toMatchObject(["job.again", { reason: "to-come", delaySeconds: 600 }]);
});

test("a permanent failure ends the job at once, and is reported", async () => {
  const { context, calls, events } = createFixture(async () => ({
    kind: "failed",
    reason: "no-column",
  }));
  const failures: unknown[] = [];
  const onFailed = async ({ id }: { id: string }, error: string) => void failures.push([id, error]);
  const outcome = await runJob({ ...context, onFailed }, "J");
  expect([outcome, failures]).toEqual([
    { kind: "failed", reason: "no-column" },
    [["J", "no-column"]],
  ]);
  expect(calls).toEqual([{ state: "failed", error: "no-column" }]);
  expect(events()).toEqual(["job.started", "job.failed"]);
});

test("the last attempt ends the job", async () => {
  const last = { job: { attempts: MAX_ATTEMPTS } };
  const { context, calls } = createFixture(
    async () => ({ kind: "retry", reason: "HTTP_500" }),
    last,
  );
  expect(await runJob(context, "J")).toMatchObject({ kind: "failed" });
  expect(calls).toEqual([{ state: "failed", error: "HTTP_500" }]);
});

test.each([
  ["took its worker down each time", { attempts: MAX_ATTEMPTS + 1 }, "too-many-attempts"],
  ["never comes to an end", { rounds: MAX_ROUNDS + 1 }, "too-many-rounds"],
  ["is of an unknown type", { type: "make-tea" }, "unknown-job-type"],
])("a job that %s is not run again", async (_, job, reason) => {
  let runs = 0;
  const { context } = createFixture(
    async () => {
      runs++;
      return { kind: "done" };
    },
    { job },
  );
  expect(await runJob(context, "J")).toEqual({ kind: "failed", reason });
  expect(runs).toBe(0);
});

test("an unforeseen error is retried, and what the query carried stays out of the log", async () => {
  const { context, lines } = createFixture(async () => {
    throw new Error("Failed query, params: ada@example.com", { cause: new Error("D1 is away") });
  });
  expect(await runJob(context, "J")).toMatchObject({ kind: "retry", reason: "Error: D1 is away" });
  expect(JSON.stringify(lines)).not.toContain("ada@example.com");
});

test("work whose lease was lost stops where it renews, and its result does not count", async () => {
  const steps: string[] = [];
  const {
    context,
    calls,
    stories: attempts,
    events,
  } = createFixture(
    async ({ renew }) => {
      steps.push("first");
      await renew();
      steps.push("second");
      return { kind: "done" };
    },
    { hasLease: false },
  );
  expect(await runJob(context, "J")).toEqual({ kind: "lost" });
  expect([steps, calls]).toEqual([["first"], []]);
  expect(attempts).toMatchObject([{ outcome: "lost" }]);
  expect(events()).toEqual(["job.started", "job.lost"]);
});

test("work that never renews its lease learns at its end that it was lost", async () => {
  const { context, stories: attempts } = createFixture(
    async () => ({ kind: "done", reason: "made" }),
    {
      hasLease: false,
    },
  );
  expect(await runJob(context, "J")).toEqual({ kind: "lost" });
  expect(attempts).toMatchObject([{ outcome: "lost", reason: "made" }]);
});
