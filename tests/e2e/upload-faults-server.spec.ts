import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signPath } from "~/platform/signed-link";
import { startApp } from "../support/app-server";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt } from "../support/drafts";
import {
  chooseTrackAndStall,
  chooseTrackFile,
  expect,
  expectArrived,
  PARTS,
  test,
} from "../support/faulty-network";
import { openMusic } from "../support/music-step-page";
import { runtimeOf } from "../support/resource-use";
import { megabits } from "../support/slow-link";
import { threePartWav } from "../support/test-files";
import { Visitor } from "../support/visitor";

const OPEN = /^POST .*\/upload-url$/;
const LINKS = /^POST .*\/part-urls$/;
const FINISH = /^POST .*\/process-upload$/;

test.beforeEach(({ expectFailure }) => expectFailure("net::ERR_"));

test("bursts of 500, 502 and 503 at every call", { tag: "@deep-links" }, async ({
  page,
  network,
  expectFailure,
}) => {
  expectFailure(500, 502, 503);
  await openMusic(page);
  network.shape({ upBytesPerSecond: megabits(40) });
  const body = "<h1>Bad gateway</h1>";
  const bursts = [
    network.answer(OPEN, { status: 503, body, times: 2 }),
    network.answer(LINKS, { status: 500, body, times: 2 }),
    network.answer(PARTS, { status: 503, body, times: 2, beforeBody: true }),
    network.answer(FINISH, { status: 502, body, times: 2 }),
  ];
  await chooseTrackFile(page, threePartWav());
  await expectArrived(page, network, threePartWav());
  expect(bursts.map((faultsLeft) => faultsLeft())).toEqual([0, 0, 0, 0]);
});

test("429 with Retry-After: nothing is sent until then", { tag: "@deep-links" }, async ({
  page,
  network,
  expectFailure,
}) => {
  expectFailure(429);
  await openMusic(page);
  network.shape({ upBytesPerSecond: megabits(40) });
  const headers = { "retry-after": "3" };
  const faultsLeft = network.answer(PARTS, { status: 429, headers, beforeBody: true });
  await chooseTrackFile(page, threePartWav());
  await expectArrived(page, network, threePartWav());
  const parts = network.seen(PARTS);
  expect(faultsLeft()).toBe(0);
  const refusedPart = parts.find(({ status }) => status === 429);
  // What began before the answer reached the page is not held against it.
  const heardAt = (refusedPart?.lastByteAt ?? Number.NaN) + 1_000;
  const laterStarts = parts
    .map(({ beganAt }) => beganAt)
    .filter((startedAt) => startedAt > heardAt);
  expect(laterStarts.length).toBeGreaterThan(0);
  expect(Math.min(...laterStarts)).toBeGreaterThan(heardAt + 1_900);
});

test("answers lost: of the opening, of a stored part, of the finish", async ({ page, network }) => {
  await openMusic(page);
  network.shape({ upBytesPerSecond: megabits(40) });
  const lossesLeft = [
    network.loseResponse(OPEN),
    network.loseResponse(/^PUT .*\/parts\/2[/?]/),
    network.loseResponse(FINISH),
  ];
  await chooseTrackFile(page, threePartWav());
  await expectArrived(page, network, threePartWav());
  expect(lossesLeft.map((faultsLeft) => faultsLeft())).toEqual([0, 0, 0]);
});

test("a link to a part that has expired is renewed", { tag: "@deep-links" }, async ({
  page,
  network,
  expectFailure,
}) => {
  expectFailure(403);
  const secret = readFileSync(join(appUnderTest().stateDir, "signing-secret"), "utf8").trim();
  await openMusic(page);
  const past = new Date(Date.now() - 60_000);
  // The last and short one: all of it has come when the app refuses it.
  network.redirect(/^PUT .*\/parts\/4[/?]/, async (whole) => {
    const [path = "", query] = whole.split("?");
    return `${await signPath(secret, path, past)}&${query}`;
  });
  await chooseTrackFile(page, threePartWav());
  // The part that met the old link counts as one that was cut.
  await expectArrived(page, network, threePartWav(), { otherFaults: 1 });
  const refusedParts = network.seen(PARTS).filter(({ status }) => status === 403);
  expect(refusedParts).toHaveLength(1);
});

test("the local runtime stands still in the middle, is started again, and the file goes on", {
  tag: "@deep-links",
}, async ({ page, network, expectFailure }) => {
  expectFailure(500, 502, 503);
  const app = await startApp({ build: false, silenceMs: 10_000 });
  try {
    network.switchUpstream(app.url);
    await openMusic(page, await createDraftAt("music", {}, new Visitor(app.url)));
    const release = await chooseTrackAndStall(page, network, threePartWav());
    process.kill(runtimeOf(app.pid), "SIGSTOP");
    release();
    // Each of its parts may have been on its way when the runtime ended.
    const allowed = { otherFaults: 4, seconds: 180 };
    await expectArrived(page, network, threePartWav(), { ...allowed, address: app.url });
    expect(app.falls()).toBeGreaterThan(0);
  } finally {
    await app.stop();
  }
});
