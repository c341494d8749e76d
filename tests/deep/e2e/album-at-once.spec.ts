import type { Page } from "playwright/test";
import { expect, inModes, test } from "../../support/journey";
import { expectTitles, openMusic, titles } from "../../support/music-step-page";
import { chooseCard, fillDetails } from "../../support/release-journey";
import { ALBUM, albumFiles, plainMp3 } from "../../support/test-files";
import { artistAnswers } from "../../support/visitor";
import {
  chooseByKeyboard,
  dropFiles,
  expectStep,
  pressNext,
  tabTo,
  waitForHydration,
} from "../../support/wizard";

const files = albumFiles(artistAnswers.artistName);
const paths = files.map(({ path }) => path);
const INVITATION = "Drop to add to your tracks";
const severalFilesField = (page: Page) => page.getByLabel("Add several files at once");
const bulkButton = (page: Page, name: string) => page.getByRole("button", { name });
/** Makes all tracks solo work. */
async function soloAll(page: Page): Promise<void> {
  await page.getByLabel("Choose all").check();
  await bulkButton(page, "Solo work on chosen tracks").click();
  await bulkButton(page, "Change 12 tracks").click();
  await expect(page.getByText("Changed on 12 tracks.").first()).toBeVisible();
}
/** Any place within the tracks, to drop files on. */
const onTracks = (page: Page) => titles(page).first();

/** The ways in which twelve files come to an album, and each track is solo work. */
const cases = {
  // Dropped, interrupted, and dropped again: no file arrives twice.
  scripted: async (page: Page) => {
    page.on("dialog", (dialog) => dialog.accept());
    await chooseCard(page, "Album", true);
    await dropFiles(page, onTracks(page), INVITATION, paths);
    await expectTitles(page, ...ALBUM);
    await page.reload();
    await waitForHydration(page);
    await expectTitles(page, ...ALBUM);
    await dropFiles(page, onTracks(page), INVITATION, [...paths, plainMp3().path]);
    await expect(page.getByText('Left out: "song.mp3". Invalid file type.')).toBeVisible();
    await soloAll(page);
  },
  "client checks off": async (page: Page) => {
    page.on("filechooser", () => undefined);
    await tabTo(page, page.getByRole("radio", { name: "Single" }));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "Album" })).toBeChecked();
    await expect(titles(page)).toHaveCount(6);
    await chooseByKeyboard(page, severalFilesField(page), paths);
    await expectTitles(page, ...ALBUM);
    await expect(severalFilesField(page)).toBeFocused();
    await tabTo(page, page.getByLabel("Choose all"));
    await page.keyboard.press("Space");
    await tabTo(page, bulkButton(page, "Solo work on chosen tracks"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Contributors of 12 tracks" })).toBeVisible();
    await tabTo(page, bulkButton(page, "Change 12 tracks"));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Changed on 12 tracks.").first()).toBeVisible();
  },
  "JavaScript off": async (page: Page) => {
    await chooseCard(page, "Album", false);
    await severalFilesField(page).setInputFiles(paths);
    await page.getByRole("button", { name: "Add these files" }).click();
    await expectTitles(page, ...ALBUM);
    await soloAll(page);
  },
};

inModes(["scripted", "client checks off", "JavaScript off"], (mode) => {
  test("an album from twelve files chosen at once", async ({ page }) => {
    await openMusic(page);
    await cases[mode](page);
    await expectTitles(page, ...ALBUM);
    await expect(page.getByText("12 of 12 uploaded and ready")).toBeVisible();
    await fillDetails(page, "Home Port");
    await pressNext(page);
    await expectStep(page, "about");
    await pressNext(page);
    await expectStep(page, "review");
    const tracks = page.getByRole("listitem").filter({ has: page.getByRole("heading") });
    await expect(tracks).toHaveCount(12);
    for (const [index, title] of ALBUM.entries()) {
      const track = tracks.nth(index);
      await expect(track.getByRole("heading")).toHaveText(`${index + 1} ${title}`);
      await expect(track).toContainText(files.at(-1 - index)?.name ?? "");
      await expect(track).toContainText("Solo work");
    }
  });
});
