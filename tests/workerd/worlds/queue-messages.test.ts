import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jobMessage } from "~/jobs/job-message";
import { pollUntil } from "../../support/app-stores";
import type { QueueFixture } from "../../support/queue-fixture";
import {
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

const times = (count: number, ids: readonly string[]) => Array.from({ length: count }, () => ids);

test.each<[string, (ids: string[]) => string[]]>([
  ["twice, one after the other", (ids) => times(2, ids).flat()],
  ["ten times at once", (ids) => ids.flatMap((id) => times(10, [id]).flat())],
  ["in the wrong order, some again", (ids) => [...ids.toReversed(), ...ids]],
])("delivered %s, everything is there once", async (_, order) => {
  const { ids } = await recordSingle(world);
  const messages = order(ids);
  await world.send(messages);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  for (const id of ids) expect((await jobAttempts(world, id)).at(-1)).toMatch(/^done/);
  // Each message was dealt with: those that came to nothing say so.
  const extra = messages.length - ids.length;
  await pollUntil(async () => {
    const skippedLines = world.lines().filter(({ event }) => event === "job.skipped");
    return skippedLines.length >= extra ? true : undefined;
  });
});

test("malformed messages, and one of a later version, are kept and hold nothing up", async () => {
  const { ids } = await recordSingle(world);
  const [knownId = ""] = ids;
  const poison = [
    "text",
    null,
    [],
    42,
    { jobId: knownId },
    { version: 1, jobId: "no-ulid" },
    { version: 1, jobId: knownId, more: true },
    { version: "1", jobId: knownId },
    { version: 2, jobId: knownId },
  ];
  await world.sendBodies([...poison, ...ids.map(jobMessage), ...poison]);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  const deadLetters = await pollUntil(async () => {
    const rows = await world.rows("SELECT body, reason FROM dead_letters ORDER BY id");
    return rows.length === 2 * poison.length ? rows : undefined;
  });
  const reasons = new Map(deadLetters.map(({ body, reason }) => [body, reason]));
  expect(reasons.get(JSON.stringify(poison.at(-1)))).toBe("unknown-version");
  expect([...reasons.keys()].toSorted()).toEqual(
    poison.map((body) => (typeof body === "string" ? body : JSON.stringify(body))).toSorted(),
  );
});

test("jobs whose messages were never sent are found by the cron, and told by the log", async () => {
  await recordSingle(world);
  await world.rows("UPDATE jobs SET updated_at = '2026-01-01T00:00:00.000Z'");
  await Promise.all([world.cron(), world.cron()]);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  const swept = () => world.lines().filter(({ event }) => event === "sweep.part");
  await expect.poll(swept).toContainEqual(expect.objectContaining({ part: "jobs", count: 5 }));
});

test("a result that cannot be written down brings the message back, and the log names both", async () => {
  const { ids, id } = await recordSingle(world);
  const sync = id("sync-board");
  await world.rows(
    `CREATE TRIGGER away BEFORE UPDATE ON jobs WHEN NEW.id = '${sync}' AND NEW.state = 'done'
     BEGIN SELECT RAISE(ABORT, 'away on purpose'); END`,
  );
  await world.send(ids);
  const returnLine = await pollUntil(async () =>
    world.lines().find(({ event }) => event === "message.returned"),
  );
  expect(returnLine).toMatchObject({ jobId: sync, submissionId: "S1", requestId: "R1" });
  await world.rows("DROP TRIGGER away");
  // Its lease is still held by a worker that has gone.
  await waitForJobState(world, sync, "running");
  await world.rows("UPDATE jobs SET lease_until = '2026-01-01' WHERE id = ?", sync);
  await world.send([sync]);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await attemptsAt(world, sync)).toEqual(["worker-gone", "done known"]);
});
