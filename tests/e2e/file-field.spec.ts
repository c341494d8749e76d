import type { Response } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import { mp3NamedWav, shortWav, sleeve, smallSleeve } from "../support/test-files";
import {
  artworkField,
  audioField,
  fileBox,
  openDraftInBrowser,
  pictureWidth,
  pressNext,
  storedLines,
  waitForHydration,
} from "../support/wizard";

const MP3_INSIDE = "Invalid file type. Expected: WAV file... This file is named .wav but holds";

/** Opens the music step of a new draft before each test. */
function startOnMusicStep(mode: "scripted" | "JavaScript off"): void {
  test.beforeEach(async ({ page, context, expectFailure }) => {
    // With a script the file itself is refused; without one the step that carried it is.
    expectFailure(415);
    if (mode === "JavaScript off") expectFailure(400);
    await openDraftInBrowser(context, await createDraftAt("music"));
    await page.goto("/submit/music");
    await waitForHydration(page);
  });
}

withAndWithoutScript((mode) => {
  startOnMusicStep(mode);

  test("a stored file can be replaced and removed", async ({ page, scripted }) => {
    const store = async (path: string) => {
      await audioField(page).setInputFiles(path);
      if (!scripted) await page.getByRole("button", { name: "Update the page" }).last().click();
    };
    const box = fileBox(page, "Audio");
    await page.getByLabel("Track title").fill("Night Ferry");
    await store(shortWav().path);
    await expect(box).toContainText("Uploaded and ready: 563KB");
    await store(mp3NamedWav().path);
    await expect(box.locator("..")).toContainText(MP3_INSIDE);
    await page.reload();
    await waitForHydration(page);
    await expect(box).toContainText("short.wav");
    // With script the page is ahead of the server, which must know before the next page is asked for.
    const isTold = (reply: Response) => reply.url().endsWith("/slots");
    const reported = scripted && page.waitForResponse(isTold);
    await box.getByRole("button", { name: "Remove short.wav" }).click();
    await expect(box).not.toContainText("short.wav");
    expect(await audioField(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(
      0,
    );
    await reported;
    await page.goto("/submit/music");
    await expect(box).not.toContainText("short.wav");
  });
});

scriptedAsVariant((mode) => {
  startOnMusicStep(mode);

  test("the artwork shows as a picture", async ({ page, scripted }) => {
    const width = () => pictureWidth(page.getByRole("img", { name: "Your artwork" }));
    await artworkField(page).setInputFiles(sleeve().path);
    if (!scripted) await pressNext(page);
    await expect.poll(width).toBe(650);
    await artworkField(page).setInputFiles(smallSleeve().path);
    if (!scripted) await pressNext(page);
    await expect.poll(width).toBe(600);
    // The line of the first picture may still stand there: the second one is told by its name.
    const box = fileBox(page, "Artwork (optional)");
    await expect(box.filter({ has: storedLines(page) })).toContainText(smallSleeve().name);
    await page.reload();
    await expect.poll(width).toBe(600);
  });
});
