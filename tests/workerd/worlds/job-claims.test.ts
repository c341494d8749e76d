import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { LEASE_SECONDS, MAX_ATTEMPTS } from "~/jobs/job-claims.server";
import { failedJobs, jobHistory, listDeadLetters, retryJob } from "~/jobs/job-history.server";
import { deadLetterJob as buryMessage } from "../../../workers/jobs/dead-letter";
import type { WorkResult } from "../../../workers/jobs/job-kind";
import { runJob } from "../../../workers/jobs/run-job";
import { staffPrincipal } from "../../support/accounts";
import { createJobsFixture, jobId } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

const fixture = await openForFile(createJobsFixture);
beforeEach(() => fixture.reset());

const ID = jobId(1);
const run = (result: WorkResult, id = ID) =>
  runJob(
    fixture.context(async () => result),
    id,
  );
async function findAttempts(id = ID) {
  const attempts = (await jobHistory(fixture.db, "S")).find((job) => job.id === id)?.story ?? [];
  return attempts.map(({ attempt, outcome, reason }) => [attempt, outcome, reason]);
}
const fails: WorkResult = { kind: "retry", reason: "HTTP_500", detail: "Internal Server Error" };

test("ten deliveries at once run a job once", async () => {
  await fixture.addJob(ID);
  let runs = 0;
  const context = fixture.context(async () => {
    runs++;
    return { kind: "done" };
  });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => runJob(context, ID)));
  expect(runs).toBe(1);
  expect(outcomes.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === "skipped")).toHaveLength(9);
  expect(await findAttempts()).toEqual([[1, "done", null]]);
});

test("messages out of order change nothing: each job goes by its own row", async () => {
  for (const n of [1, 2, 3]) await fixture.addJob(jobId(n));
  const order: string[] = [];
  const context = fixture.context(async (topic) => {
    order.push(topic.jobId);
    return { kind: "done" };
  });
  for (const n of [3, 1, 2, 3, 1]) await runJob(context, jobId(n));
  expect(order).toEqual([jobId(3), jobId(1), jobId(2)]);
  expect(fixture.events().filter((event) => event === "submission.settled")).toHaveLength(1);
});

test("a message that comes before its time leaves the job waiting", async () => {
  await fixture.addJob(ID);
  await run({ kind: "retry", reason: "RATE_LIMIT", afterSeconds: 60 });
  fixture.later(58);
  expect(await run({ kind: "done" })).toEqual({ kind: "skipped" });
  // Asked for a minute, and given a tenth more.
  fixture.later(8);
  expect(await run({ kind: "done" })).toMatchObject({ kind: "done" });
  expect(await findAttempts()).toEqual([
    [1, "retry", "RATE_LIMIT"],
    [2, "done", null],
  ]);
});

test("a worker that lost its lease cannot end the job or undo the next worker's result", async () => {
  await fixture.addJob(ID);
  const slow = fixture.context(async () => {
    fixture.later(LEASE_SECONDS + 1);
    expect(await run({ kind: "failed", reason: "no-column" })).toMatchObject({ kind: "failed" });
    return { kind: "done", reason: "created" };
  });
  expect(await runJob(slow, ID)).toEqual({ kind: "lost" });
  expect(await fixture.job(ID)).toMatchObject({ state: "failed", lastError: "no-column" });
  expect(await findAttempts()).toEqual([
    [1, "worker-gone", null],
    [2, "failed", "no-column"],
    [1, "lost", "created"],
  ]);
});

test("a worker that renews its lease keeps the job as long as it works", async () => {
  await fixture.addJob(ID);
  const long = fixture.context(async ({ renew }) => {
    for (let minute = 0; minute < 10; minute++) {
      fixture.later(60);
      await renew();
      expect(await run({ kind: "done" })).toEqual({ kind: "skipped" });
    }
    return { kind: "done", reason: "long" };
  });
  expect(await runJob(long, ID)).toEqual({ kind: "done", reason: "long" });
  expect(await findAttempts()).toEqual([[1, "done", "long"]]);
});

test("a worker that renews too late stops there", async () => {
  await fixture.addJob(ID);
  let went = false;
  const slow = fixture.context(async ({ renew }) => {
    fixture.later(LEASE_SECONDS + 1);
    await run({ kind: "done" });
    await renew();
    went = true;
    return { kind: "done" };
  });
  expect(await runJob(slow, ID)).toEqual({ kind: "lost" });
  expect([went, (await fixture.job(ID))?.state]).toEqual([false, "done"]);
});

test("work in slices resets its attempts with each slice, and is not delayed", async () => {
  await fixture.addJob(ID);
  await run(fails);
  fixture.later(30);
  await run({ kind: "again", reason: "slice" });
  expect(await fixture.job(ID)).toMatchObject({ state: "waiting", attempts: 0, rounds: 1 });
  expect(await run({ kind: "done" })).toMatchObject({ kind: "done" });
});

test("work that waits for something else is not claimed before its time", async () => {
  await fixture.addJob(ID);
  await run({ kind: "again", reason: "to-come", afterSeconds: 600 });
  fixture.later(590);
  expect(await run({ kind: "done" })).toEqual({ kind: "skipped" });
  fixture.later(10);
  expect(await run({ kind: "done" })).toMatchObject({ kind: "done" });
});

test("the history of a job is limited to its latest entries", async () => {
  await fixture.addJob(ID);
  await fixture.db.run(
    sql`INSERT INTO job_events (job_id, attempt, outcome, reason, at)
      SELECT ${ID}, 1, 'again', 'slice ' || value, '2026-11-21T12:00:00.000Z'
      FROM json_each(${JSON.stringify(Array.from({ length: 60 }, (_, n) => n + 1))})`,
  );
  await run({ kind: "again", reason: "slice 61" });
  const attempts = await findAttempts();
  expect(attempts).toHaveLength(50);
  expect([attempts[0]?.[2], attempts.at(-1)?.[2]]).toEqual(["slice 12", "slice 61"]);
});

test("a failed job runs again once when staff ask, however often they ask", async () => {
  await fixture.addJob(ID);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await run(fails);
    fixture.later(5_000);
  }
  const [failedJob, ...others] = await failedJobs(fixture.db);
  expect(failedJob).toMatchObject({ id: ID, lastError: "HTTP_500: Internal Server Error" });
  expect(others).toEqual([]);
  expect(failedJob?.story.map(({ outcome }) => outcome)).toEqual([
    ...Array.from({ length: MAX_ATTEMPTS - 1 }, () => "retry"),
    "failed",
  ]);
  const batches: string[][] = [];
  const send = async (ids: string[]) => void batches.push(ids);
  const retry = () => retryJob(fixture.db, send, ID, { by: staffPrincipal, now: fixture.now() });
  expect((await Promise.all([retry(), retry(), retry()])).filter(Boolean)).toHaveLength(1);
  expect(batches).toEqual([[ID]]);
  expect(await run({ kind: "done" })).toMatchObject({ kind: "done" });
  expect((await findAttempts()).slice(-2)).toEqual([
    [0, "run-again", null],
    [1, "done", null],
  ]);
  const [attempts = []] = (await jobHistory(fixture.db, "S")).map((job) => job.story);
  expect(attempts.slice(-2).map(({ staffId, staffName }) => [staffId, staffName])).toEqual([
    [staffPrincipal.id, staffPrincipal.name],
    [null, null],
  ]);
  expect(await retry()).toBeUndefined();
});

test("a dead letter ends its job, keeps its last error, and is visible to staff", async () => {
  await fixture.addJob(ID);
  await run(fails);
  const failures: unknown[] = [];
  const onDeadLetter = async ({ id }: { id: string }, error: string) =>
    void failures.push([id, error]);
  await buryMessage({ ...fixture, onDeadLetter }, ID);
  expect(failures).toEqual([[ID, "HTTP_500: Internal Server Error"]]);
  expect(await fixture.job(ID)).toMatchObject({
    state: "failed",
    lastError: "HTTP_500: Internal Server Error",
  });
  expect((await findAttempts()).at(-1)).toEqual([1, "dead", null]);
  expect(await listDeadLetters(fixture.db)).toMatchObject([{ jobId: ID, reason: "given-up" }]);
  expect(fixture.lines.at(-1)).toMatchObject(["message.dead", { jobId: ID, submissionId: "S" }]);
});

async function neverCalled(): Promise<void> {
  throw new Error("Nobody is to be told.");
}

test("a dead letter of a job that is done, or in a worker's hands, ends nothing", async () => {
  await fixture.addJob(ID);
  const working = fixture.context(async () => {
    await buryMessage({ ...fixture, onDeadLetter: neverCalled }, ID);
    return { kind: "done" };
  });
  expect(await runJob(working, ID)).toEqual({ kind: "done" });
  await buryMessage({ ...fixture, onDeadLetter: neverCalled }, ID);
  expect((await fixture.job(ID))?.state).toBe("done");
  expect(await findAttempts()).toEqual([[1, "done", null]]);
});

test("a dead letter of an unknown job is kept", async () => {
  await buryMessage(fixture, jobId(99));
  expect(await listDeadLetters(fixture.db)).toMatchObject([{ reason: "unknown-job" }]);
});
