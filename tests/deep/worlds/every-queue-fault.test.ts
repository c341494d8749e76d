import { beforeEach, expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file";
import {
  advanceJobTime,
  expectAllDoneOnce,
  expectDelayOnly,
  jobAttempts,
  retryDelay,
  sendSingle,
  undisturbedRun,
} from "../../support/queued-single";

/* Every fault of board and drive through the real queue; in `npm test` one of each outcome. */

const run = await openForFile(() => undisturbedRun("implicit"));
const { office, fixture, hashes } = run;
beforeEach(() => fixture.reset());

const fail = (mode: string, operation: string) => fixture.call("monday/fail", { mode, operation });

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
])("%s at %s: the job is delayed, then everything exists once", (mode, at, reason, least) =>
  expectDelayOnly(run, { mode, at, reason, least }),
);

test("a board that creates the item but never confirms it: one item, found again", async () => {
  await fail("silent", "CreateItem");
  const sync = (await sendSingle(fixture)).id("sync-board");
  await retryDelay(fixture, sync);
  await advanceJobTime(fixture, sync);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect((await jobAttempts(fixture, sync))[0]).toBe("retry NO_REPLY");
});

test.each(["session-410", "short-308", "keeps-nothing"])(
  "%s of the drive's upload costs no attempt: everything exists once",
  async (mode) => {
    await fixture.call("drive/fail", { mode, call: "chunk" });
    const { id } = await sendSingle(fixture);
    expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
    expect(await jobAttempts(fixture, id("mirror-drive"))).toEqual(["done mirrored"]);
  },
);

test.each([
  ["session-410", "SESSION_GONE"],
  ["keeps-nothing", "NO_PROGRESS"],
])(
  "%s twice in a row delays the job but does not fail it: everything exists once",
  async (mode, reason) => {
    await fixture.call("drive/fail", { mode, call: "chunk", times: 2 });
    const mirror = (await sendSingle(fixture)).id("mirror-drive");
    await retryDelay(fixture, mirror);
    await advanceJobTime(fixture, mirror);
    expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
    expect(await jobAttempts(fixture, mirror)).toEqual([
      `retry ${reason}`,
      expect.stringMatching(/^done/),
    ]);
  },
);
