import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { retryJob } from "~/jobs/job-history.server";
import { pollUntil } from "../../support/app-stores";
import { staffPrincipal } from "../../support/principals";
import type { QueueFixture } from "../../support/queue-fixture";
import {
  advanceJobTime,
  attemptsAt,
  expectAllDoneOnce,
  jobAttempts,
  recordSingle,
  undisturbedRun,
  waitForJobState,
} from "../../support/queued-single";
import type { SmtpServer } from "../../support/smtp-server";

let office: SmtpServer;
let world: QueueFixture;
let hashes: string[];
beforeAll(async () => {
  ({ office, world, hashes } = await undisturbedRun("implicit"));
});
afterAll(async () => {
  await world?.close();
  await office?.close();
});
beforeEach(() => world.reset());

const fail = (mode: string, operation: string) => world.call("monday/fail", { mode, operation });

/** A single whose messages are in the queue. @returns the id of its first job for the board. */
async function sendSingle(): Promise<string> {
  const { ids, id } = await recordSingle(world);
  await world.send(ids);
  return id("sync-board");
}

/** Waits for the first attempt to have failed. @returns seconds until the next may begin. */
async function putOff(sync: string, seconds = 50): Promise<number> {
  await pollUntil(
    async () => ((await jobAttempts(world, sync)).length > 0 ? true : undefined),
    seconds,
  );
  const row = await waitForJobState(world, sync, "waiting");
  return (Date.parse(String(row.due_at)) - Date.parse(String(row.updated_at))) / 1000;
}

test.each([
  ["complexity", "FindItems", "COMPLEXITY_BUDGET_EXHAUSTED", 2],
  ["listed-complexity", "CreateItem", "ComplexityException", 2],
  ["flat-complexity", "CreateItem", "ComplexityException", 2],
  ["rate-limit", "CreateUpdate", "Rate Limit Exceeded", 2],
  ["concurrency", "ItemUpdates", "maxConcurrencyExceeded", 2],
  ["ip-limit", "FindItems", "IP_RATE_LIMIT_EXCEEDED", 2],
  ["bare-limit", "CreateItem", "HTTP_429", 2],
  ["http-500", "FindItems", "HTTP_500", 16],
  ["http-500", "CreateItem", "HTTP_500", 16],
  ["no-reply", "CreateItem", "NO_REPLY", 16],
  ["lost-reply", "CreateItem", "NO_REPLY", 16],
  ["lost-reply", "CreateUpdate", "NO_REPLY", 16],
  ["partial", "FindItems", "INTERNAL_SERVER_ERROR", 16],
  ["partial", "CreateItem", "INTERNAL_SERVER_ERROR", 16],
  ["partial", "CreateUpdate", "INTERNAL_SERVER_ERROR", 16],
])("%s at %s: put off, then everything is there once", async (mode, at, reason, least) => {
  await fail(mode, at);
  const sync = await sendSingle();
  const wait = await putOff(sync);
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThanOrEqual(least * 1.6 + 1);
  await advanceJobTime(world, sync);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await attemptsAt(world, sync)).toEqual([
    `retry ${reason}`,
    expect.stringMatching(/^done/),
  ]);
});

test("a daily limit is waited out to its end, however often the message comes before", async () => {
  await fail("daily-limit", "CreateItem");
  const sync = await sendSingle();
  const wait = await putOff(sync);
  const midnight = 86_400 - ((Date.now() / 1000) % 86_400);
  expect(wait).toBeGreaterThanOrEqual(Math.floor(midnight));
  expect(wait).toBeLessThanOrEqual(midnight + 620);
  await world.send([sync, sync]);
  await pollUntil(async () => {
    const lines = world.lines().filter(({ jobId }) => jobId === sync);
    return lines.filter(({ event }) => event === "job.skipped").length === 2 ? true : undefined;
  });
  expect(await jobAttempts(world, sync)).toEqual(["retry DAILY_LIMIT_EXCEEDED"]);
  await advanceJobTime(world, sync);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
});

test("a board that does what it is told but never says so: one item, found again", async () => {
  await fail("silent", "CreateItem");
  const sync = await sendSingle();
  await putOff(sync);
  await advanceJobTime(world, sync);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect((await jobAttempts(world, sync))[0]).toBe("retry NO_REPLY");
});

test("a worker killed after the item was made and before it was stored: one item", async () => {
  await fail("silent", "CreateItem");
  const sync = await sendSingle();
  await pollUntil(async () => {
    const items = (await world.call("monday/items")) as unknown[];
    return items.length > 0 ? true : undefined;
  });
  await world.kill();
  const [before] = await world.rows("SELECT monday_item_id FROM submissions");
  expect(before?.monday_item_id).toBeNull();
  // The queue went with it, and its lease runs out: the cron finds what is left.
  const longAgo = "2026-01-01T00:00:00.000Z";
  await world.rows("UPDATE jobs SET updated_at = ?", longAgo);
  await world.rows("UPDATE jobs SET lease_until = ? WHERE state = 'running'", longAgo);
  await world.cron();
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await attemptsAt(world, sync)).toEqual(["worker-gone", expect.stringMatching(/^done/)]);
});

test.each([
  ["a token that was revoked", "NOT_AUTHENTICATED", "Set MONDAY_TOKEN"],
  ["a column that was deleted", "InvalidColumnIdException", "no column city (city)"],
])("%s fails the job at once and staff hear of it; mended, it runs again", async (...row) => {
  const [what, reason, text] = row;
  const revoked = what.includes("token");
  // Each job of the board runs into it.
  if (revoked) await world.call("monday/fail", { mode: "unauthorized", times: 1_000 });
  else await world.call("monday/columns", { removed: ["city"] });
  const sync = await sendSingle();
  const failedJob = await waitForJobState(world, sync, "failed");
  expect(failedJob.last_error).toContain(text);
  await pollUntil(async () => office.mailbox.find(({ read }) => read.text?.includes(text)));
  await expect
    .poll(() => world.lines())
    .toContainEqual(
      expect.objectContaining({ event: "job.failed", jobId: sync, submissionId: "S1", reason }),
    );
  // Those that follow once clips and files are through fail as well.
  await pollUntil(async () => {
    const open = await world.rows("SELECT id FROM jobs WHERE state IN ('waiting', 'running')");
    return open.length === 0 ? true : undefined;
  });
  expect(await world.call("monday/items")).toEqual([]);
  if (revoked) await fail("none", "any");
  else await world.call("monday/columns", { removed: [] });
  const stuck = await world.rows("SELECT id FROM jobs WHERE state = 'failed'");
  for (const { id } of stuck)
    await retryJob(world.db(), world.send, String(id), { by: staffPrincipal, now: new Date() });
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await attemptsAt(world, sync)).toEqual([
    `failed ${reason}`,
    "run-again",
    expect.stringMatching(/^done/),
  ]);
});
