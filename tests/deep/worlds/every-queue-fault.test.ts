import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { QueueFixture } from "../../support/queue-fixture";
import {
  advanceJobTime,
  attemptsAt,
  expectAllDoneOnce,
  jobAttempts,
  secondsPutOff,
  sendSingle,
  undisturbedRun,
} from "../../support/queued-single";
import type { SmtpServer } from "../../support/smtp-server";

/* Every fault of board and drive through the real queue; in `npm test` one of each outcome. */

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

test.each([
  ["listed-complexity", "CreateItem", "ComplexityException", 2],
  ["flat-complexity", "CreateItem", "ComplexityException", 2],
  ["rate-limit", "CreateUpdate", "Rate Limit Exceeded", 2],
  ["concurrency", "ItemUpdates", "maxConcurrencyExceeded", 2],
  ["ip-limit", "FindItems", "IP_RATE_LIMIT_EXCEEDED", 2],
  ["bare-limit", "CreateItem", "HTTP_429", 2],
  ["http-500", "FindItems", "HTTP_500", 16],
  ["http-500", "CreateItem", "HTTP_500", 16],
  ["no-reply", "CreateItem", "NO_REPLY", 16],
  ["lost-reply", "CreateUpdate", "NO_REPLY", 16],
  ["partial", "FindItems", "INTERNAL_SERVER_ERROR", 16],
  ["partial", "CreateItem", "INTERNAL_SERVER_ERROR", 16],
  ["partial", "CreateUpdate", "INTERNAL_SERVER_ERROR", 16],
])("%s at %s: put off, then everything is there once", async (mode, at, reason, least) => {
  await fail(mode, at);
  const sync = (await sendSingle(world)).id("sync-board");
  const wait = await secondsPutOff(world, sync);
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThanOrEqual(least * 1.6 + 1);
  await advanceJobTime(world, sync);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await attemptsAt(world, sync)).toEqual([
    `retry ${reason}`,
    expect.stringMatching(/^done/),
  ]);
});

test("a board that does what it is told but never says so: one item, found again", async () => {
  await fail("silent", "CreateItem");
  const sync = (await sendSingle(world)).id("sync-board");
  await secondsPutOff(world, sync);
  await advanceJobTime(world, sync);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect((await jobAttempts(world, sync))[0]).toBe("retry NO_REPLY");
});

test.each(["session-410", "short-308", "keeps-nothing"])(
  "%s of the drive's upload costs no attempt: everything is there once",
  async (mode) => {
    await world.call("drive/fail", { mode, call: "chunk" });
    const { id } = await sendSingle(world);
    expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
    expect(await jobAttempts(world, id("mirror-drive"))).toEqual(["done mirrored"]);
  },
);

test.each([
  ["session-410", "SESSION_GONE"],
  ["keeps-nothing", "NO_PROGRESS"],
])("%s twice in a row is put off, not given up: everything is there once", async (mode, reason) => {
  await world.call("drive/fail", { mode, call: "chunk", times: 2 });
  const mirror = (await sendSingle(world)).id("mirror-drive");
  await secondsPutOff(world, mirror);
  await advanceJobTime(world, mirror);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await jobAttempts(world, mirror)).toEqual([
    `retry ${reason}`,
    expect.stringMatching(/^done/),
  ]);
});
