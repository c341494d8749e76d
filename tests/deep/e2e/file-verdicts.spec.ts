import { readFileSync } from "node:fs";
import { expect, test } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { emulateNetwork } from "../../support/slow-link";
import { clippedWav, plainMp3, shortWav, threePartWav } from "../../support/test-files";
import { recordUploadPaths } from "../../support/upload-paths";
import { audioField, fileBox, waitForHydration } from "../../support/wizard";

/* What stands beside a file: how it goes on, why it was refused, and what was found in it. */

test.beforeEach(({ page }) => openMusic(page));

test("how fast a file goes and how long it takes stands beside it", async ({ page }) => {
  const network = await emulateNetwork(page);
  await network.slow(1024 * 1024);
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(fileBox(page, "Audio")).toContainText(
    /Sending: .* of 15\.3MB \(\d+%\), .*\/s, (less than a minute|about \d+ minutes?) left/,
  );
});

test("a file that holds something else is refused before a byte of it is sent", async ({
  page,
}) => {
  const paths = recordUploadPaths(page);
  const { path } = plainMp3();
  await audioField(page).setInputFiles({
    name: "single.wav",
    mimeType: "audio/wav",
    buffer: readFileSync(path),
  });
  await expect(fileBox(page, "Audio").locator("..")).toContainText(
    "This file is named .wav but holds MP3 audio",
  );
  expect(paths).toEqual([]);
  // It will hold the same then.
  await expect(fileBox(page, "Audio").getByRole("button", { name: /Try again/ })).toHaveCount(0);
});

test("a file that was turned away for a passing reason can be tried again", async ({
  page,
  expectFailure,
}) => {
  expectFailure(401);
  await page.route("**/api/cloud-storage/upload-url", (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, error: "Please open your draft again." },
    }),
  );
  const box = fileBox(page, "Audio");
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(box.locator("..")).toContainText("Please open your draft again.");
  await page.unroute("**/api/cloud-storage/upload-url");
  await box.getByRole("button", { name: "Try again to send tide.wav" }).click();
  await expect(box).toContainText("Uploaded and ready: 15.3MB");
});

test("what is found in a file is told beside it and never in the way", async ({ page }) => {
  const box = fileBox(page, "Audio");
  await audioField(page).setInputFiles(clippedWav().path);
  await expect(box).toContainText("Uploaded and ready");
  const finding = box.getByRole("listitem").filter({ hasText: /clip/i });
  await expect(finding).toBeVisible();
  await page.reload();
  await expect(finding).toBeVisible();
  await waitForHydration(page);
  await audioField(page).setInputFiles(shortWav().path);
  await expect(box).toContainText("short.wav");
  await expect(box).toContainText("Uploaded and ready: 563KB");
  await expect(finding).toHaveCount(0);
});
