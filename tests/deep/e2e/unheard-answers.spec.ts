import type { BrowserContext, Page } from "playwright/test";
import { openStoreReader } from "../../support/app-stores";
import { appUnderTest } from "../../support/app-under-test";
import { draftFiles } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { shortWav, sleeve, smallSleeve, threePartWav } from "../../support/test-files";
import { artworkField, audioField, fileBox, toVisitor } from "../../support/wizard";

test.beforeEach(({ page, expectFailure }) => {
  // An answer that comes after its file was given up is read by nobody.
  expectFailure("ERR_ABORTED", 409);
  return openMusic(page);
});

/** Has a call arrive, and its answer not. @returns resolves once it has arrived. */
async function holdAnswer(page: Page, path: string): Promise<{ arrived: Promise<void> }> {
  let release = () => {};
  const arrivalSignal = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await route.fetch();
    release();
  });
  return { arrived: arrivalSignal };
}

const storedFiles = async (context: BrowserContext) =>
  (await draftFiles(openStoreReader(appUnderTest().url), await toVisitor(context))).map(
    ({ fileName, state }) => [fileName, state],
  );

test("artwork that is removed while nobody knows whether it has arrived is not kept", async ({
  page,
  context,
}) => {
  const box = fileBox(page, "Artwork (optional)");
  const hold = await holdAnswer(page, "**/process-upload");
  await artworkField(page).setInputFiles(smallSleeve().path);
  await hold.arrived;
  await box.getByRole("button", { name: "Remove small.jpg" }).click();
  await expect.poll(() => storedFiles(context)).toEqual([]);
  await page.reload();
  await expect(box).not.toContainText("small.jpg");
});

test("artwork that has taken its place unheard is shown, though the one before was to be kept", async ({
  page,
  context,
}) => {
  const box = fileBox(page, "Artwork (optional)");
  await artworkField(page).setInputFiles(smallSleeve().path);
  await expect(box).toContainText("Uploaded and ready");
  const hold = await holdAnswer(page, "**/process-upload");
  await artworkField(page).setInputFiles(sleeve().path);
  await hold.arrived;
  await box.getByRole("button", { name: "Keep small.jpg" }).click();
  await expect(box.locator("..")).toContainText('"sleeve.jpg" is the file here now');
  await expect(box).toContainText("sleeve.jpg");
  await expect(box).toContainText("Uploaded and ready");
  expect(await storedFiles(context)).toEqual([["sleeve.jpg", "complete"]]);
});

for (const earlier of ["in this visit", "on an earlier one"])
  test(`a track sent in parts does the same, and is not lost with the one before: stored ${earlier}`, {
    tag: "@deep-links",
  }, async ({ page, context }) => {
    const box = fileBox(page, "Audio");
    await audioField(page).setInputFiles(shortWav().path);
    await expect(box).toContainText("Uploaded and ready");
    if (earlier === "on an earlier one") {
      await page.reload();
      await expect(box).toContainText("Uploaded and ready");
    }
    const hold = await holdAnswer(page, "**/process-upload");
    await audioField(page).setInputFiles(threePartWav().path);
    await hold.arrived;
    await box.getByRole("button", { name: "Keep short.wav" }).click();
    await expect(box.locator("..")).toContainText('"tide.wav" is the file here now');
    await expect(box).toContainText("Uploaded and ready: 15.3MB");
    expect(await storedFiles(context)).toEqual([["tide.wav", "complete"]]);
  });
