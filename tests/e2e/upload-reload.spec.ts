import type { BrowserContext, Page } from "playwright/test";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { draftFiles, SONG, songBytes } from "../support/drafts";
import { waitForStoredCopy } from "../support/faulty-network";
import { expect, test } from "../support/journey";
import { chooseReleaseType, openMusic } from "../support/music-step-page";
import { PARTS_ADDRESS } from "../support/slow-link";
import { albumFiles, shortWav, threePartWav } from "../support/test-files";
import { audioField, fileBox, toVisitor, waitForHydration } from "../support/wizard";

/** Has the next call arrive, and its answer not. @returns resolves once it has arrived. */
async function loseAnswer(page: Page, path: string): Promise<() => boolean> {
  let hasArrived = false;
  await page.route(
    path,
    async (route) => {
      await route.fetch();
      hasArrived = true;
    },
    { times: 1 },
  );
  return () => hasArrived;
}

/** Opens the music step with a stored file, before.wav. */
async function openWithStoredFile(page: Page, context: BrowserContext) {
  await openMusic(page);
  const visitor = await toVisitor(context);
  await visitor.upload(songBytes, { ...SONG, fileName: "before.wav" });
  await page.reload();
  const box = fileBox(page, "Audio");
  await expect(box).toContainText("before.wav");
  return { box, visitor };
}

/* A reload in the middle: what was chosen just before it holds, and nobody is asked about two versions. */

test("a file whose announcement was not answered when the page was reloaded goes on by itself", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_");
  const { box, visitor } = await openWithStoredFile(page, context);
  const hasArrived = await loseAnswer(page, "**/upload-url");
  await audioField(page).setInputFiles(threePartWav().path);
  await expect.poll(hasArrived).toBe(true);
  await waitForStoredCopy(page, threePartWav());
  await page.reload();
  await expect(box).toContainText("tide.wav");
  await expect(box).not.toContainText("Two versions of this file");
  await expect(box).toContainText("Uploaded and ready: 15.3MB");
  const files = await draftFiles(openStoreReader(appUnderTest().url), visitor);
  expect(files.map(({ fileName }) => fileName)).toEqual(["tide.wav"]);
});

for (const fate of ["never arrived", "was not answered"])
  test(`a file whose removal ${fate} when the page was reloaded stays removed`, async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure("ERR_");
    const { box, visitor } = await openWithStoredFile(page, context);
    let isHeld = false;
    await page.route("**/cloud-storage/slots", async (route) => {
      if (fate === "was not answered") await route.fetch();
      isHeld = true;
    });
    await box.getByRole("button", { name: "Remove before.wav" }).click();
    await expect.poll(() => isHeld).toBe(true);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await expect(box).not.toContainText("before.wav");
    await expect(box).not.toContainText("Two versions of this file");
    await expect
      .poll(async () => draftFiles(openStoreReader(appUnderTest().url), visitor))
      .toEqual([]);
  });

test("after a reload an album asks once for all files that this device has not kept", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_");
  const paths = albumFiles("Tide").map(({ path }) => path);
  await page.addInitScript(() => {
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("Refused"));
  });
  await openMusic(page);
  const visitor = await toVisitor(context);
  const files = () => draftFiles(openStoreReader(appUnderTest().url), visitor);
  await chooseReleaseType(page, "Album", true);
  await page.route(PARTS_ADDRESS, () => {});
  await page.getByLabel("Add several files at once").setInputFiles(paths);
  // The server knows all of them before it has a byte.
  await expect.poll(async () => (await files()).length).toBe(12);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await waitForHydration(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page.getByText("12 files are only on your device.")).toBeVisible();
  await expect(page.getByText("Choose 12 files again").first()).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose the 12 missing files" }).click();
  await (await chooser).setFiles([shortWav().path, ...paths]);
  await expect(page.getByText("12 of 12 uploaded and ready")).toBeVisible();
  await expect(page.getByText("1 of the files you chose isn't a missing one")).toBeVisible();
  const names = (await files()).filter(({ state }) => state === "complete");
  expect(names.map(({ fileName }) => fileName).sort()).toEqual(
    albumFiles("Tide")
      .map(({ path }) => path.split("/").at(-1))
      .sort(),
  );
});
