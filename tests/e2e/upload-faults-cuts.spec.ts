import {
  chooseTrackAndStall,
  chooseTrackFile,
  expect,
  expectArrived,
  PARTS,
  test,
  trackBox,
} from "../support/faulty-network";
import { openMusic } from "../support/music-step-page";
import { megabits } from "../support/slow-link";
import { threePartWav, writeTestWav } from "../support/test-files";

test.beforeEach(({ expectFailure }) => expectFailure("net::ERR_"));

test("20 random cuts, 16MB", async ({ page, network }) => {
  await openMusic(page);
  network.shape({ upBytesPerSecond: megabits(40) });
  const cutsLeft = network.randomCuts(20, 4, [100_000, 900_000]);
  await chooseTrackFile(page, threePartWav());
  await expectArrived(page, network, threePartWav());
  expect(cutsLeft()).toBe(0);
});

// 16 times as fast as the 0.4 Mbit/s and 20 s of the goal: as many bytes between two cuts, 1 MB.
// Counted in bytes, so that no slow machine brings a cut before anything came over.
test("a cut every 1.25 s at 6.4 Mbit/s, 16MB", { tag: "@deep-links" }, async ({
  page,
  network,
}) => {
  await openMusic(page);
  network.shape({ upBytesPerSecond: megabits(6.4) });
  network.randomCuts(1_000, 1, [1_000_000, 1_000_000]);
  await chooseTrackFile(page, threePartWav());
  await expectArrived(page, network, threePartWav(), { seconds: 110 });
  expect(network.counts.cuts).toBeGreaterThan(10);
});

// The page's clock is wound on by the ten minutes; in truth the link is away for seconds.
test("10 minutes offline", { tag: "@deep-links" }, async ({ page, network }) => {
  await page.clock.install();
  await openMusic(page);
  const release = await chooseTrackAndStall(page, network, threePartWav());
  const comeBack = network.offline();
  release();
  await expect(trackBox(page)).toContainText(/ sent so far; the rest follows by itself\./);
  for (let minute = 0; minute < 10; minute++) await page.clock.fastForward("01:00");
  const before = network.seen(PARTS).length;
  comeBack();
  // Longer than any pause between two tries.
  await page.clock.fastForward("01:00");
  await expectArrived(page, network, threePartWav());
  expect(network.seen(PARTS).length).toBeGreaterThan(before);
});

// The true speed on a file that takes 6 s, which is small enough to go in one call.
test("0.75 Mbit/s and 400 ms, 0.6MB", { tag: "@deep-links" }, async ({ page, network }) => {
  const file = writeTestWav("small.wav", 600_000);
  await openMusic(page);
  network.shape({ upBytesPerSecond: megabits(0.75), roundTripMs: 400 });
  await chooseTrackFile(page, file);
  await expectArrived(page, network, file);
});

// 20 times that speed, so that a file that goes in parts takes 9 s.
test("15 Mbit/s and 400 ms, 16MB: no more is shown than the label has", {
  tag: "@deep-links",
}, async ({ page, network }) => {
  const file = writeTestWav("floats.wav", 16_000_000, { float: true });
  await openMusic(page);
  network.shape({ upBytesPerSecond: megabits(15), roundTripMs: 400 });
  await chooseTrackFile(page, file);
  await expect(trackBox(page).getByRole("progressbar")).toBeVisible();
  const percents: number[] = [];
  for (;;) {
    const nextProgress = await page.waitForFunction((last) => {
      const bar = document.querySelector("[role=progressbar]");
      const percent = bar ? Number(bar.getAttribute("aria-valuenow")) : undefined;
      return percent === last ? undefined : { percent };
    }, percents.at(-1));
    const { percent } = (await nextProgress.jsonValue()) ?? {};
    if (percent === undefined) break;
    expect((percent / 100) * file.size).toBeLessThanOrEqual(network.bodyBytes(PARTS));
    percents.push(percent);
  }
  await expectArrived(page, network, file);
  expect(percents.length).toBeGreaterThan(3);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
});
