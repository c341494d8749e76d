import { expect, test, withAndWithoutScript, withVariants } from "../support/journey";
import { openTrack } from "../support/music-step-page";
import {
  chooseCard,
  completeSubmission,
  expectTracks,
  fillDetails,
  fillSingle,
  fillTitle,
  goToMusicStep,
  sender,
  tickSoloWork,
  trackAudio,
  waitForRecord,
} from "../support/release-journey";
import { shortWav, sleeve, smallSleeve } from "../support/test-files";
import { dateInDays } from "../support/visitor";
import { artworkField, fillSongwriter } from "../support/wizard";

withVariants(["JavaScript off", "JavaScript off in Chromium"], ["scripted"], (mode) => {
  test("a single that is solo work", async ({ page }) => {
    const artist = sender(mode);
    await goToMusicStep(page, artist);
    await fillSingle(page, shortWav().path);
    await completeSubmission(page);
    const { form_data: form, files } = await waitForRecord(artist);
    expect(form).toMatchObject({
      uploadType: "new-music",
      releaseType: "single",
      classifiedType: "single",
      releaseDate: dateInDays(42),
      earlyReleaseRequest: false,
      tracks: [
        { title: "Night Ferry", metadata: { soloWork: true, songwriters: [], producers: [] } },
      ],
    });
    expect(files.map(({ fileName }) => fileName).sort()).toEqual(["short.wav", "sleeve.jpg"]);
  });
});

withAndWithoutScript((mode) => {
  test("an EP as a waterfall, with its own artwork, clips and splits", async ({
    page,
    scripted,
  }) => {
    const artist = sender(mode);
    await goToMusicStep(page, artist);
    await chooseCard(page, "EP", scripted);
    await expectTracks(page, 3);
    for (const [index, title] of ["Low Tide", "High Tide", "Slack Water"].entries())
      await fillTitle(page, index, title);
    await tickSoloWork(page, 0);
    await tickSoloWork(page, 2);
    await fillDetails(page, "Harbour");
    await page.getByLabel("Release date", { exact: true }).fill(dateInDays(60));

    await openTrack(page, 1);
    await page.getByRole("button", { name: /contributors of (High Tide|track 2)/ }).click();
    await page.getByRole("button", { name: "Add producer" }).waitFor();
    await fillSongwriter(page, 0, ["Ada", "Byron", "60"]);
    await page.getByRole("button", { name: "Add a songwriter" }).click();
    await fillSongwriter(page, 1, ["Bea", "Okafor", "40"]);

    await page.getByRole("button", { name: "Single by single first" }).click();
    await expect(page.getByLabel("Track 2 comes out on")).toHaveValue(dateInDays(102));
    await page.getByRole("button", { name: /4 weeks after the one before.*track 3/ }).click();
    await expect(page.getByLabel("Track 3 comes out on")).toHaveValue(dateInDays(130));
    await openTrack(page, 0);
    await page.getByRole("button", { name: /Its own artwork.*track 1/ }).click();
    const ownArtwork = page.getByLabel("Single artwork (optional)");
    await expect(ownArtwork).toBeVisible();
    await page.getByRole("button", { name: /clips/i }).first().click();
    await page.getByLabel("Start").first().fill("00:01");
    await page.getByLabel("End").first().fill("00:45");

    await ownArtwork.setInputFiles(smallSleeve().path);
    for (const index of [0, 1, 2]) await trackAudio(page, index).setInputFiles(shortWav().path);
    await artworkField(page).setInputFiles(sleeve().path);
    await completeSubmission(page);
    const { form_data: form, files } = await waitForRecord(artist);
    expect(form).toMatchObject({
      releaseType: "ep",
      classifiedType: "ep",
      waterfallEnabled: true,
      tracks: [
        {
          title: "Low Tide",
          releaseDate: dateInDays(60),
          socialClipsEnabled: true,
          socialClips: [{ startTime: "00:01", endTime: "00:45" }],
        },
        {
          title: "High Tide",
          releaseDate: dateInDays(102),
          metadata: {
            soloWork: false,
            songwriters: [
              { firstName: "Ada", lastName: "Byron", percentage: 60 },
              { firstName: "Bea", lastName: "Okafor", percentage: 40 },
            ],
          },
        },
        { title: "Slack Water", releaseDate: dateInDays(130) },
      ],
    });
    const kinds = files.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(["artwork", "custom-artwork", "track", "track", "track"]);
    const ownArtworkId = files.find(({ kind }) => kind === "custom-artwork")?.uploadId;
    expect(form).toMatchObject({ tracks: [{ customArtworkUploadId: ownArtworkId }, {}, {}] });
  });
});
