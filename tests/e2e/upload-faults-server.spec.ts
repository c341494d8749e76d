import { startApp } from "../support/app-server";
import { createDraftAt } from "../support/drafts";
import {
  chooseTrackAndStall,
  chooseTrackFile,
  expect,
  expectArrived,
  test,
} from "../support/faulty-network";
import { openMusic } from "../support/music-step-page";
import { runtimeOf } from "../support/resource-use";
import { megabits } from "../support/slow-link";
import { threePartWav } from "../support/test-files";
import { Visitor } from "../support/visitor";

const OPEN = /^POST .*\/upload-url$/;
const FINISH = /^POST .*\/process-upload$/;

test.beforeEach(({ expectFailure }) => expectFailure("net::ERR_"));

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
