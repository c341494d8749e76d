import { expect, test, useMode } from "../../support/journey";
import {
  advice,
  clip,
  clipButton,
  clips,
  end,
  openClips,
  openMusic,
  openWithSong,
  position,
  start,
} from "../../support/music-step-page";
import { lightWav, shortWav } from "../../support/test-files";

test("a clip plays from its start to its end, and stops there", async ({ page }) => {
  await openClips(page);
  await start(page).fill("00:03");
  await end(page).fill("00:05");
  await clipButton(page, "Play clip 1").click();
  await expect(clipButton(page, "Pause clip 1")).toBeVisible();
  expect(Number(await position(page).inputValue())).toBeGreaterThanOrEqual(3);
  await expect(clipButton(page, "Play clip 1")).toBeVisible();
  await expect(position(page)).toHaveValue("5");
  const audio = page.locator("audio").last();
  expect(
    await audio.evaluate((player: HTMLAudioElement) => [player.paused, player.currentTime]),
  ).toEqual([true, 5]);
});

test("a clip can start and end at the player's position", async ({ page }) => {
  await openClips(page);
  await position(page).fill("62");
  await clipButton(page, "Set start here (clip 1)").click();
  await expect(start(page)).toHaveValue("01:02");
  await expect(end(page)).toHaveValue("01:32");
  await position(page).focus();
  for (let presses = 0; presses < 13; presses++) await page.keyboard.press("ArrowRight");
  await expect(position(page)).toHaveValue("75");
  await clipButton(page, "Set end here (clip 1)").click();
  await expect(start(page)).toHaveValue("01:02");
  await expect(end(page)).toHaveValue("01:15");
  await expect(advice(page)).toBeVisible();
  await start(page).fill("01:31");
  await end(page).fill("01:59");
  await expect(
    clip(page, 1)
      .getByText("The track ends at 01:30, before this clip starts: nothing is cut")
      .first(),
  ).toBeVisible();
});

test("only one player plays at a time, and nothing loads before it is asked to", async ({
  page,
}) => {
  const audioUrls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/files/") && request.resourceType() === "media")
      audioUrls.push(request.url());
  });
  await openClips(page);
  const fullTrackButton = clipButton(page, /^Play Night Ferry$/);
  await expect(fullTrackButton).toBeVisible();
  expect(audioUrls).toEqual([]);
  await fullTrackButton.click();
  await expect(clipButton(page, /^Pause Night Ferry$/)).toBeVisible();
  await clipButton(page, "Play clip 1").click();
  await expect(clipButton(page, "Pause clip 1")).toBeVisible();
  await expect(fullTrackButton).toBeVisible();
  await clipButton(page, /^Pause Night Ferry, to choose/).click();
  await expect(clipButton(page, "Play clip 1")).toBeVisible();
});

test("the file just chosen can be heard, loads only then, and gives way to the next one", async ({
  page,
}) => {
  await openMusic(page);
  await page.getByLabel("Track title").fill("Tide");
  await clips(page).click();
  await expect(
    page.getByText("Choose the audio file of this track first, to hear the clip."),
  ).toBeVisible();
  await page.getByLabel("Audio", { exact: true }).setInputFiles(shortWav().path);
  await end(page).fill("00:01");
  const loadedSounds = () =>
    page
      .locator("audio")
      .evaluateAll((players: HTMLAudioElement[]) =>
        players.filter(({ readyState }) => readyState > 0).map(({ duration }) => duration),
      );
  await expect(position(page)).toBeVisible();
  expect(await loadedSounds()).toEqual([]);
  await clipButton(page, "Play clip 1").click();
  await expect(position(page)).toHaveValue("1");
  await expect(end(page)).toHaveValue("00:01");
  await page.getByLabel("Audio", { exact: true }).setInputFiles(lightWav().path);
  await expect(position(page)).toHaveAttribute("max", "90");
  expect(await loadedSounds()).toEqual([]);
  await clipButton(page, "Play clip 1").click();
  await expect(position(page)).toHaveValue("1");
  expect(await loadedSounds()).toEqual([90]);
});

test("a clip is dragged on the track's waveform, in step with what is typed", async ({ page }) => {
  await openMusic(page);
  await page.getByLabel("Track title").fill("Tide");
  await clips(page).click();
  await page.getByLabel("Audio", { exact: true }).setInputFiles(lightWav().path);
  const wave = clip(page, 1).locator("[data-clip-window]");
  /** Drags from one second of the track to another, of the ninety that it has. */
  async function drag(start: number, end: number) {
    await wave.scrollIntoViewIfNeeded();
    const box = await wave.boundingBox();
    if (!box) throw new Error("No waveform is shown");
    const x = (seconds: number) => box.x + (seconds / 90) * box.width;
    const y = box.y + box.height / 2;
    await page.mouse.move(x(start), y);
    await page.mouse.down();
    await page.mouse.move(x(end), y, { steps: 3 });
    await page.mouse.up();
  }
  async function expectTimes(from: string, to: string) {
    await expect(start(page)).toHaveValue(from);
    await expect(end(page)).toHaveValue(to);
  }
  await expect(wave).toBeVisible();
  await expectTimes("00:00", "00:30");
  await drag(15, 35);
  await expectTimes("00:20", "00:50");
  await drag(50, 70);
  await expectTimes("00:20", "01:10");
  await drag(20, 30);
  await expectTimes("00:30", "01:10");
  // A press elsewhere moves it there, within the track.
  await drag(85, 85);
  await expectTimes("00:50", "01:30");
  await start(page).fill("00:10");
  await end(page).fill("00:40");
  await drag(25, 30);
  await expectTimes("00:15", "00:45");
  await drag(30, 60);
  // This browser has sent the sound itself, so it knows the waveform.
  await expect(page.getByText(/^Uploaded and ready/)).toBeVisible();
  await expect(page.getByText("Saved", { exact: false }).first()).toBeVisible();
  await page.reload();
  await clipButton(page, /^Change the clips/).click();
  await expect(wave).toBeVisible();
  await expectTimes("00:45", "01:15");
  await drag(60, 15);
  await expectTimes("00:00", "00:30");
});

test("audio that does not play says why, in the specified words", async ({
  page,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED");
  await openWithSong(page);
  const play = clipButton(page, /^Play Night Ferry$/);
  await page.route("**/files/**", (route) =>
    route.fulfill({ contentType: "audio/wav", body: "This is no music at all." }),
  );
  await play.click();
  await expect(page.getByText("Audio format not supported by your browser.")).toBeVisible();
  // From here on the file is valid, so only the browser's refusal can be reported.
  await page.unroute("**/files/**");
  await page.evaluate(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException("play() failed", "NotAllowedError"));
  });
  await play.click();
  await expect(
    page.getByText(
      "Audio playback blocked by browser. Please click the play button to allow audio.",
    ),
  ).toBeVisible();
});

test.describe("JavaScript off", () => {
  useMode("JavaScript off");

  test("the browser's own controls play the track, and each clip by its address", async ({
    page,
  }) => {
    await openClips(page);
    const players = page.locator("audio[controls]");
    await expect(players).toHaveCount(3);
    await expect(players.last()).toHaveAttribute("src", /\/files\/.*#t=0,30$/);
    await expect(clipButton(page, /^Set start here/)).toHaveCount(0);
  });
});
