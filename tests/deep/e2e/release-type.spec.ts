import { expect, test, withAndWithoutScript } from "../../support/journey";
import {
  chooseReleaseType,
  expectFocus,
  expectTitles,
  openMusic,
  radio,
  sendAudio,
  titles,
  trackButton,
  trackFileBox,
  typeTitles,
} from "../../support/music-step-page";

withAndWithoutScript(() => {
  test("the release type decides on 1, 3 or 6 tracks, and what is there stays", async ({
    page,
    scripted,
  }) => {
    await openMusic(page);
    await expect(page.getByRole("heading", { name: "Your track", exact: true })).toBeVisible();
    await expect(trackButton(page, "Remove track 1")).toHaveCount(0);
    await typeTitles(page, "Night Ferry");
    await sendAudio(page, 0, scripted);
    await chooseReleaseType(page, "EP", scripted);
    await expectTitles(page, "Night Ferry", "", "");
    await expect(trackFileBox(page, 0)).toContainText("short.wav");
    await expect(trackFileBox(page, 1)).toContainText("Awaiting upload");
    await chooseReleaseType(page, "Album", scripted);
    await expectTitles(page, "Night Ferry", "", "", "", "", "");
    await chooseReleaseType(page, "Single", scripted);
    await expectTitles(page, "Night Ferry");
    await expect(trackFileBox(page, 0)).toContainText("Uploaded and ready: 563KB");
  });

  test("a smaller release type asks before it takes tracks with files away", async ({
    page,
    scripted,
  }) => {
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await typeTitles(page, "Night Ferry", "Harbour Lights");
    await sendAudio(page, 0, scripted);
    await sendAudio(page, 1, scripted);
    await chooseReleaseType(page, "Single", scripted);
    const question = page.getByRole("alert");
    await expect(question).toContainText('These would go, with their files: "Harbour Lights".');
    await question.getByRole("button", { name: "Keep EP" }).click();
    await expect(question).toHaveCount(0);
    await expect(radio(page, "EP")).toBeChecked();
    await expectFocus(radio(page, "EP"), scripted);
    await expectTitles(page, "Night Ferry", "Harbour Lights", "");
    await chooseReleaseType(page, "Single", scripted);
    await question.getByRole("button", { name: "Change to Single" }).click();
    await expectTitles(page, "Night Ferry");
    await expect(radio(page, "Single")).toBeChecked();
    await expect(trackFileBox(page, 0)).toContainText("short.wav");
  });

  test("tracks can be added up to the most of their release type", async ({ page, scripted }) => {
    await openMusic(page);
    await typeTitles(page, "Night Ferry");
    await trackButton(page, "Add a track").click();
    await expectTitles(page, "Night Ferry", "");
    await expectFocus(titles(page).last(), scripted);
    await expect(trackButton(page, "Add a track")).toHaveCount(0);
    await expect(page.getByText("Single releases have at most 2 tracks.")).toBeVisible();
    await expect(page.getByText("Stores usually list 2 tracks as an EP.")).toBeVisible();
    await chooseReleaseType(page, "EP", scripted);
    for (const count of [4, 5, 6]) {
      await trackButton(page, "Add a track").click();
      await expect(titles(page)).toHaveCount(count);
    }
    await expect(trackButton(page, "Add a track")).toHaveCount(0);
    await expect(titles(page).first()).toHaveValue("Night Ferry");
  });
});
