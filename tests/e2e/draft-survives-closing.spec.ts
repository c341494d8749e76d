import type { Locator, Page } from "playwright/test";
import { expect, isScriptFree, test, useMode } from "../support/journey";
import { heavySleeve, shortWav } from "../support/test-files";
import { dateInDays } from "../support/visitor";
import {
  artworkField,
  audioField,
  completeArtist,
  enterWizard,
  expectStep,
  fileBox,
  fillArtist,
  fillRelease,
  fillSongwriter,
  openContributors,
  pageTitle,
  pictureWidth,
  pressNext,
  storedLines,
} from "../support/wizard";

const date = dateInDays(80);

async function expectArtist(page: Page) {
  await page.goto("/submit/artist");
  for (const [label, text] of Object.entries(completeArtist))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByLabel("Country")).toHaveValue("Ireland");
}

async function expectWidth(picture: Locator, pixels: number) {
  await expect.poll(() => pictureWidth(picture)).toBe(pixels);
}

/** Counts the bytes of every picture that a page loads from now on. */
function bytesOfPictures(page: Page): () => Promise<number> {
  const bodies: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "image") return;
    // A picture that the page has left behind has no bytes to read any more.
    const left = () => 0;
    bodies.push(response.body().then(({ length }) => length, left));
  });
  return async () => (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0);
}

async function expectFiles(page: Page) {
  const audio = fileBox(page, "Audio");
  await expect(audio).toContainText("short.wav");
  await expect(audio).toContainText("Uploaded and ready: 563KB");
  await expect(fileBox(page, "Artwork (optional)")).toContainText("heavy.jpg");
  await expectWidth(page.getByRole("img", { name: "Your artwork" }), 650);
}

async function expectMusic(page: Page) {
  await page.goto("/submit/music");
  await expectFiles(page);
  for (const [label, text] of [
    ["Track title", "Night Ferry"],
    ["Release title", "Night Ferry"],
    ["Primary genre", "Folk"],
    ["Sub-genre", "Indie Folk"],
    ["Release date", date],
  ] as const)
    await expect(page.getByLabel(label)).toHaveValue(text);
  await openContributors(page);
  await expect(page.getByLabel("Share in %").nth(0)).toHaveValue("60");
  await expect(page.getByLabel("Last name").nth(1)).toHaveValue("Okafor");
}

/** Comes back by the entry, which shows how far the submission is. */
async function continueDraft(page: Page): Promise<void> {
  await page.goto("/submit");
  await expect(pageTitle(page)).toHaveText("Your submission");
  await page.getByRole("link", { name: "Continue", exact: true }).click();
}

for (const mode of ["scripted", "JavaScript off"] as const)
  test.describe(mode, () => {
    useMode(mode);

    test("a draft is there again in every step after the browser was closed", async ({
      page: first,
      reopen,
    }) => {
      await enterWizard(first);
      await fillArtist(first, completeArtist);
      await pressNext(first);
      await expectStep(first, "music");

      let page = await reopen(first);
      await expectArtist(page);
      await continueDraft(page);
      await expectStep(page, "music");
      await audioField(page).setInputFiles(shortWav().path);
      await artworkField(page).setInputFiles(heavySleeve().path);
      if (mode === "scripted") {
        // The files are kept although the step was never saved.
        await expect(storedLines(page)).toHaveCount(2);
        page = await reopen(page);
        await continueDraft(page);
        await expectStep(page, "music");
        await expectFiles(page);
      }
      await fillRelease(page, "Night Ferry", date);
      await fillSongwriter(page, 0, ["Ada", "Byron", "60"]);
      await page.getByRole("button", { name: "Add a songwriter" }).click();
      await fillSongwriter(page, 1, ["Bea", "Okafor", "40"]);
      await pressNext(page);
      await expectStep(page, "about");

      page = await reopen(page);
      await expectMusic(page);
      await continueDraft(page);
      await expectStep(page, "about");
      await page.getByLabel("Bio (optional)").fill("Ferries.");
      await page.getByLabel("I'm interested in publishing administration").check();
      await page.getByRole("button", { name: "Back" }).click();
      await expectStep(page, "music");

      page = await reopen(page);
      await continueDraft(page);
      await expectStep(page, "about");
      await expect(page.getByLabel("Bio (optional)")).toHaveValue("Ferries.");
      await expect(page.getByLabel("I'm interested in publishing administration")).toBeChecked();
      await pressNext(page);
      await expectStep(page, "review");

      page = await reopen(page);
      const pictures = bytesOfPictures(page);
      await continueDraft(page);
      await expectStep(page, "review");
      await expect(pageTitle(page)).toHaveText("Review & Submit");
      await expect(page.getByText("Ready to Submit")).toBeVisible();
      await expect(page.getByRole("main")).toContainText("Ada Byron 60%, Bea Okafor 40%");
      await expect(page.getByRole("main")).toContainText("short.wav, 563KB");
      await expectWidth(page.getByRole("img", { name: "Artwork of the release" }), 650);
      expect(heavySleeve().size).toBeGreaterThan(6_000_000);
      // Only a real browser loads the pictures that it shows.
      if (!isScriptFree(page)) expect(await pictures()).toBeLessThan(200_000);
    });
  });
