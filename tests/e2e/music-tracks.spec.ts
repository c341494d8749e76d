import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import {
  chooseReleaseType,
  expectFocus,
  expectOpen,
  expectTitles,
  openMusic,
  openTrack,
  sendAudio,
  titles,
  trackButton,
  trackFileBox,
  trackLine,
  typeTitle,
  typeTitles,
} from "../support/music-step-page";
import { banner, closeMissing, pressNext } from "../support/wizard";

withAndWithoutScript(() => {
  test("a track moves with its file and with what was typed", async ({ page, scripted }) => {
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await sendAudio(page, 2, scripted);
    await typeTitle(page, 1, "Two, typed anew");
    await openTrack(page, 2);
    await trackButton(page, "Move up track 3").click();
    await expectTitles(page, "One", "Three", "Two, typed anew");
    await expect(trackFileBox(page, 1)).toContainText("short.wav");
    await expectFocus(trackButton(page, "Move up track 2"), scripted);
    await trackButton(page, "Move up track 2").click();
    await expectTitles(page, "Three", "One", "Two, typed anew");
    await expect(trackButton(page, "Move up track 1")).toHaveAttribute("aria-disabled", "true");
    await expectFocus(trackButton(page, "Move up track 1"), scripted);
    await openTrack(page, 1);
    await trackButton(page, "Move down track 2").click();
    await expectTitles(page, "Three", "Two, typed anew", "One");
    await expectFocus(trackButton(page, "Move down track 3"), scripted);
    await expect(trackFileBox(page, 0)).toContainText("short.wav");
  });
});

scriptedAsVariant(() => {
  test("one track is open at a time, the others are a line each", async ({ page, scripted }) => {
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await expectOpen(page, 0);
    await typeTitles(page, "One", "Two");
    await page.getByLabel("Solo work").nth(1).check();
    await sendAudio(page, 1, scripted);
    await openTrack(page, 2);
    await expectOpen(page, 2);
    await expect(trackLine(page, 0)).toContainText("One");
    await expect(trackLine(page, 0)).toContainText("Awaiting upload");
    await expect(trackLine(page, 0)).toContainText("No contributors");
    await expect(trackLine(page, 1)).toContainText("Two");
    await expect(trackLine(page, 1)).toContainText("Uploaded and ready");
    await expect(trackLine(page, 1)).toContainText("Solo work");
    // From the last one it goes on with the first that misses something, then past the whole one.
    await trackButton(page, "Done with this track").click();
    await expectOpen(page, 0);
    await trackButton(page, "Next track").click();
    await expectOpen(page, 2);
    await expectTitles(page, "One", "Two", "");
  });

  test("tracks with something wrong open, and links lead into folded ones", async ({
    page,
    scripted,
    expectFailure,
  }) => {
    if (!scripted) expectFailure(400);
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await typeTitles(page, "One");
    await sendAudio(page, 0, scripted);
    await pressNext(page);
    if (scripted) {
      await closeMissing(page);
      await expectOpen(page, 0);
    }
    const wrong = banner(page).getByRole("link", { name: "Track titles are required" });
    await wrong.last().click();
    await expect(titles(page).nth(2)).toBeFocused();
    await expect(titles(page).nth(2)).toHaveAttribute("aria-invalid", "true");
  });
});
