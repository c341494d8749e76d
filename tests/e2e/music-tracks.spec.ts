import { expect, test, withAndWithoutScript } from "../support/journey";
import {
  chooseReleaseType,
  expectFocus,
  expectTitles,
  openMusic,
  openTrack,
  sendAudio,
  trackButton,
  trackFileBox,
  typeTitle,
  typeTitles,
} from "../support/music-step-page";

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
