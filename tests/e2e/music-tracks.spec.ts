import { createDraftAt } from "../support/drafts";
import { expect, test, withAndWithoutScript } from "../support/journey";
import {
  chooseReleaseType,
  expectFocus,
  expectOpen,
  expectTitles,
  openMusic,
  openTrack,
  radio,
  sendAudio,
  titles,
  trackButton,
  trackFileBox,
  trackLine,
  typeTitle,
  typeTitles,
} from "../support/music-step-page";
import { albumFolder } from "../support/test-files";
import { expectStep, pressNext } from "../support/wizard";

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

  test("an album's files that come to a single are kept, its cover and guests find their places, and one press makes it an album", async ({
    page,
    scripted,
  }) => {
    const folder = albumFolder();
    await openMusic(page);
    if (scripted) {
      const dialog = page.waitForEvent("filechooser");
      await trackButton(page, "Choose a folder").click();
      await (await dialog).setFiles(folder.path);
    } else {
      await page.getByLabel("Add several files at once").setInputFiles(folder.files);
      await trackButton(page, "Add these files").click();
    }
    await expect(page.getByText("4 tracks came in. A single has at most 2.")).toBeVisible();
    await expectTitles(page, "Dawn Chart", "Low Tide", "Copper Wire", "Salt Road");
    await expect(page.getByText('"cover.jpg" is your artwork now.')).toBeVisible();
    await expect(
      page.getByText("The guest in a file's name is a featured artist now."),
    ).toBeVisible();
    await expect(page.getByText("We left out 1 hidden file")).toBeVisible();
    await expect(trackLine(page, 2)).toContainText("1 person");
    await expectOpen(page, undefined);
    await expect(page.getByText("4 of 4 uploaded and ready")).toBeVisible();

    await trackButton(page, "Choose 2 for the single").click();
    await page.getByRole("checkbox", { name: '"Low Tide"' }).check();
    await trackButton(page, "Keep these only").click();
    await expectTitles(page, "Low Tide");
    await expect(page.getByText("3 tracks have left this release.")).toBeVisible();
  });

  test("an EP's files that come to a single are an EP by one press", async ({ page, scripted }) => {
    await openMusic(page);
    await page.getByLabel("Add several files at once").setInputFiles(albumFolder().songs);
    if (!scripted) await trackButton(page, "Add these files").click();
    await trackButton(page, "Make it an EP of 4").click();
    await expectTitles(page, "Dawn Chart", "Low Tide", "Copper Wire", "Salt Road");
    await expect(radio(page, "EP")).toBeChecked();
    await expect(page.getByText("4 of 4 uploaded and ready")).toBeVisible();
  });

  test("a single's title is typed once, and its track may have another", async ({
    page,
    scripted,
  }) => {
    await openMusic(page, await createDraftAt("about"));
    const release = page.getByLabel("Release title");
    await titles(page).fill("");
    await release.fill("");
    await release.fill("Night Ferry");
    if (scripted) await expect(titles(page)).toHaveValue("Night Ferry");
    else {
      await pressNext(page);
      await expectStep(page, "about");
      await page.goto("/submit/music");
      await expect(titles(page)).toHaveValue("Night Ferry");
    }
    await titles(page).fill("Night Ferry (Live)");
    await expect(release).toHaveValue("Night Ferry");
    await release.fill("The Night Ferry");
    await expect(titles(page)).toHaveValue("Night Ferry (Live)");
    await pressNext(page);
    await expectStep(page, "about");
  });
});
