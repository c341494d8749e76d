import { readFileSync } from "node:fs";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { draftFiles, sha256 } from "../support/drafts";
import { expect, test, VARIANT } from "../support/journey";
import { openMusic } from "../support/music-step-page";
import { holdRequests, THIRD_PART } from "../support/slow-link";
import { renderMaster, shortWav, smallSleeve, threePartWav } from "../support/test-files";
import { recordUploadPaths } from "../support/upload-paths";
import {
  artworkField,
  audioField,
  banner,
  closeMissing,
  fileBox,
  fillRelease,
  pressNext,
  storedLines,
  toVisitor,
  waitForHydration,
} from "../support/wizard";

const MB = 1024 * 1024;
const openApp = () => openStoreReader(appUnderTest().url);
const sleeveFile = () => ({ mimeType: "image/jpeg", buffer: readFileSync(smallSleeve().path) });

test.beforeEach(({ page }) => openMusic(page));

test("a file can be paused and goes on where it stood", async ({ page, expectFailure }) => {
  // What came of the paused piece may be known only after it is sent anew, and is then not read again.
  expectFailure("ERR_CONNECTION_RESET");
  const letThirdGo = await holdRequests(page, THIRD_PART);
  const box = fileBox(page, "Audio");
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(box).toContainText(/Sending: 10\.[03]MB of 15\.3MB/);
  await box.getByRole("button", { name: "Pause sending tide.wav" }).click();
  await expect(box).toContainText(/Paused\. .* is safely stored\./);
  await expect(box.getByRole("button", { name: "Pause sending tide.wav" })).toHaveCount(0);
  const paths = recordUploadPaths(page);
  letThirdGo();
  await box.getByRole("button", { name: "Resume sending tide.wav" }).click();
  await expect(box).toContainText("Uploaded and ready: 15.3MB");
  // Its first part was stored before the pause.
  expect(paths.filter((path) => path.endsWith("/parts/1"))).toEqual([]);
});

test("a file of any size is announced before its first byte, and a small one goes in one request", async ({
  page,
}) => {
  const paths = recordUploadPaths(page);
  await artworkField(page).setInputFiles(smallSleeve().path);
  await expect(storedLines(page)).toHaveCount(1);
  await expect
    .poll(() => paths.map((path) => path.split("/").at(-1)))
    .toEqual(["upload-url", "1", "process-upload", "preview"]);
  paths.length = 0;
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(storedLines(page)).toHaveCount(2);
  expect(paths[0]).toBe("/api/cloud-storage/upload-url");
  expect(paths.at(-1)).toBe("/api/cloud-storage/process-upload");
});

for (const audio of [17_000_004, 3_000_000]) {
  const masters = [1, 2].map((seed) => renderMaster(audio, seed));
  const [first, correction] = masters.map((bytes) => ({
    name: "ferry master.wav",
    mimeType: "audio/wav",
    buffer: Buffer.from(bytes),
    sha256: sha256(bytes),
  }));
  const size = audio > 15 * MB ? "large" : "small";

  test(`a ${size} master exported anew, of the same name, length and ends, takes the place of the stored one`, {
    tag: size === "large" ? "@deep-links" : [],
  }, async ({ page, context }) => {
    if (!first || !correction) throw new Error("Two masters were made");
    const box = fileBox(page, "Audio");
    const expectArrival = async (file: { sha256: string }) => {
      await expect(box).toContainText("Uploaded and ready");
      const [upload, ...others] = await draftFiles(openApp(), await toVisitor(context));
      expect(others).toEqual([]);
      expect(upload).toMatchObject({ state: "complete", sha256: file.sha256 });
    };
    await audioField(page).setInputFiles(first);
    await expectArrival(first);
    const letGo = await holdRequests(page, /\/api\/upload$|\/parts\/\d/);
    await audioField(page).setInputFiles(correction);
    await expect(box).toContainText("Sending");
    letGo();
    await expectArrival(correction);
    // Chosen once more it is known by its hash, after a reload as well.
    await page.reload();
    await audioField(page).setInputFiles(correction);
    await expectArrival(correction);
  });
}

for (const origin of ["in this visit", "from an earlier visit"])
  test(`a refused replacement leaves the good file in place and is told on Next: stored ${origin}`, {
    tag: origin === "in this visit" ? [] : VARIANT,
  }, async ({ page }) => {
    const box = fileBox(page, "Artwork (optional)");
    const cover = artworkField(page);
    const wrong = { name: "cover.png", mimeType: "image/png", buffer: Buffer.from("x") };
    const text = "Please select a valid JPEG or JPG file";
    const noticeText = '"cover.png" was not taken. "sleeve.jpg" stays.';
    await audioField(page).setInputFiles(shortWav().path);
    await cover.setInputFiles({ ...sleeveFile(), name: "sleeve.jpg" });
    await expect(storedLines(page)).toHaveCount(2);
    await page.getByLabel("Solo work").check();
    await fillRelease(page, "Harbour");
    if (origin === "from an earlier visit") {
      await expect(page.getByText(/^Saved \d/)).toBeVisible();
      await page.reload();
      await waitForHydration(page);
    }
    await cover.setInputFiles(wrong);
    await expect(box.getByText("Uploaded and ready")).toBeVisible();
    await expect(box.locator("..")).toContainText(text);
    await expect(box).toContainText(noticeText);
    await expect(page.getByRole("img", { name: "Your artwork" })).toBeVisible();
    await pressNext(page);
    await closeMissing(page);
    await expect(banner(page).getByRole("link", { name: text })).toBeVisible();

    // Everything that was said of the refused one goes with it.
    await expect(box.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
    await box.getByRole("button", { name: "Keep sleeve.jpg" }).click();
    await expect(banner(page)).toHaveCount(0);
    await expect(box.locator("..")).not.toContainText(text);
    await expect(box).not.toContainText("cover.png");
    await expect(box).toContainText("sleeve.jpg");
    await expect(page).toHaveTitle(/^Step 2/);
    await pressNext(page);
    await page.waitForURL("**/submit/about");
    await page.goto("/submit/music");
    await expect(box).toContainText("sleeve.jpg");
    await box.getByRole("button", { name: "Remove sleeve.jpg" }).click();
    await expect(box).not.toContainText("sleeve.jpg");
  });
