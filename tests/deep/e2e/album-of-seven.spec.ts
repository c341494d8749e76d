import { expect, test, withAndWithoutScript } from "../../support/journey";
import { openTrack } from "../../support/music-step-page";
import {
  chooseCard,
  completeSubmission,
  expectTracks,
  fillDetails,
  fillTitle,
  goToMusicStep,
  sender,
  tickSoloWork,
  trackAudio,
  trackTitle,
  waitForRecord,
} from "../../support/release-journey";
import { shortWav } from "../../support/test-files";

withAndWithoutScript((mode) => {
  test("an album of seven tracks", async ({ page, scripted }) => {
    const artist = sender(mode);
    await goToMusicStep(page, artist);
    await chooseCard(page, "Album", scripted);
    await expectTracks(page, 6);
    await page.getByRole("button", { name: "Add a track" }).click();
    await expectTracks(page, 7);
    for (const index of [0, 1, 2, 3, 4, 5, 6]) {
      await fillTitle(page, index, `Song ${index + 1}`);
      await tickSoloWork(page, index);
    }
    await openTrack(page, 6);
    await page.getByRole("button", { name: "Move up track 7" }).click();
    await expect(trackTitle(page, 5)).toHaveValue("Song 7");
    for (const index of [0, 1, 2, 3, 4, 5, 6])
      await trackAudio(page, index).setInputFiles(shortWav().path);
    await fillDetails(page, "Seven Songs");
    await completeSubmission(page);
    const { form_data: form, files } = await waitForRecord(artist);
    expect(form).toMatchObject({ releaseType: "lp", classifiedType: "lp" });
    expect(JSON.stringify(form.tracks).match(/Song \d/g)).toEqual(
      [1, 2, 3, 4, 5, 7, 6].map((number) => `Song ${number}`),
    );
    expect(files).toHaveLength(7);
  });
});
