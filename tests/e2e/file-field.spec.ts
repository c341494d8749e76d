import type { Response } from "playwright/test";
import { createDraftAt, SONG } from "../support/drafts";
import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import { mp3NamedWav, plainMp3, shortWav, sleeve, smallSleeve } from "../support/test-files";
import { beginDirectUpload } from "../support/upload-calls";
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

const NOT_WAV = "Invalid file type. Expected: WAV file... Choose a file that ends in .wav.";
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

  test("an MP3 is refused with its sentence", async ({ page, scripted }) => {
    const requestUrls: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") requestUrls.push(request.url());
    });
    await audioField(page).setInputFiles(plainMp3().path);
    if (!scripted) await pressNext(page);
    await expect(fileBox(page, "Audio").locator("..")).toContainText(NOT_WAV);
    await expect(audioField(page)).toHaveAttribute("aria-invalid", "true");
    if (scripted) expect(requestUrls).toEqual([]);
  });

  test("an MP3 that calls itself a WAV is refused by its content", async ({ page, scripted }) => {
    await audioField(page).setInputFiles(mp3NamedWav().path);
    if (!scripted) await pressNext(page);
    await expect(fileBox(page, "Audio").locator("..")).toContainText(MP3_INSIDE);
  });

  for (const step of ["music", "review"] as const)
    test(`a file that nobody sends the rest of is given up on the ${step} step, and the stored one goes`, async ({
      page,
      context,
      scripted,
    }) => {
      const visitor = await createDraftAt("review");
      await beginDirectUpload(visitor, 6_000_000, { ...SONG, fileName: "later.wav" });
      await openDraftInBrowser(context, visitor);
      await page.goto("/submit/review");
      await waitForHydration(page);
      const badge = page.getByRole("heading", { name: /Ready to Submit|Some fields incomplete/ });
      await expect(badge).toHaveText("Some fields incomplete");
      await page.goto(`/submit/${step}`);
      await waitForHydration(page);
      if (step === "music" && scripted)
        await expect(fileBox(page, "Audio")).toContainText("Choose the same file again");
      // As above: on this step the page is ahead of the server.
      const isTold = (reply: Response) => reply.url().endsWith("/slots");
      const reported = step === "music" && scripted && page.waitForResponse(isTold);
      await page.getByRole("button", { name: "Keep ferry.wav" }).click();
      await reported;
      await expect(page.getByText("later.wav")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Keep ferry.wav" })).toHaveCount(0);
      if (step === "music") {
        await expect(fileBox(page, "Audio")).toContainText("ferry.wav");
        await expect(fileBox(page, "Audio")).toContainText("Uploaded and ready");
        await page.goto("/submit/review");
      } else await expect(page.getByText('"ferry.wav" stays.')).toBeVisible();
      await expect(badge).toHaveText("Ready to Submit");
    });

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
