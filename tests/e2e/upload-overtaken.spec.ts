import type { BrowserContext, Page } from "playwright/test";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { draftFiles, SONG, songBytes } from "../support/drafts";
import { expect, test } from "../support/journey";
import { openMusic } from "../support/music-step-page";
import { holdRequests, THIRD_PART } from "../support/slow-link";
import { sleeve, smallSleeve, threePartWav } from "../support/test-files";
import { artworkField, audioField, fileBox, storedLines, toVisitor } from "../support/wizard";

/** A file of which some has arrived, and what another device of its artist's sees of it. */
async function sendSome(page: Page, context: BrowserContext, state: string) {
  await openMusic(page);
  const visitor = await toVisitor(context);
  const files = () => draftFiles(openStoreReader(appUnderTest().url), visitor);
  const letThirdGo = await holdRequests(page, THIRD_PART);
  const box = fileBox(page, "Audio");
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(box).toContainText(/Sending: [1-9]\d*\.\dMB of 15\.3MB/);
  if (state === "paused") await box.getByRole("button", { name: "Pause sending tide.wav" }).click();
  return { visitor, files, letThirdGo, box };
}

for (const state of ["being sent", "paused"])
  test(`a file that another device has chosen since is not overwritten by the one before it, which was ${state}`, {
    tag: "@deep-links",
  }, async ({ page, context, expectFailure }) => {
    // Its parts, and what it is asked for then, belong to an upload that has made room.
    expectFailure(404, 409, "ERR_");
    const { visitor, files, letThirdGo, box } = await sendSome(page, context, state);
    const storedNames = async () => (await files()).map(({ fileName }) => fileName);
    await visitor.upload(songBytes, { ...SONG, fileName: "corrected.wav" });
    letThirdGo();
    if (state === "paused")
      await box.getByRole("button", { name: "Resume sending tide.wav" }).click();
    await expect(box).toContainText("Two versions of this file");
    await expect(box).toContainText('"corrected.wav" was chosen here in another browser');
    expect(await storedNames()).toContain("corrected.wav");
    await box.getByRole("button", { name: "Keep corrected.wav" }).click();
    await expect(box).not.toContainText("tide.wav");
    await expect(box).toContainText("Uploaded and ready");

    // Who wants the other one after all says so. Pressing the field empties it first.
    await audioField(page).setInputFiles([]);
    await audioField(page).setInputFiles(threePartWav().path);
    await expect(box).toContainText("Uploaded and ready: 15.3MB");
    expect(await storedNames()).toEqual(["tide.wav"]);
  });

test("a file that is chosen before the answer to the one before it has come takes its place", async ({
  page,
  context,
}) => {
  await openMusic(page);
  const visitor = await toVisitor(context);
  const files = () => draftFiles(openStoreReader(appUnderTest().url), visitor);
  const box = fileBox(page, "Artwork (optional)");
  const sent: string[] = [];
  // The first file is stored, and the page never hears of it.
  await page.route(
    "**/process-upload",
    async (route) => {
      await route.fetch();
      sent.push("first");
    },
    { times: 1 },
  );
  await artworkField(page).setInputFiles(sleeve().path);
  await expect.poll(() => sent).toEqual(["first"]);
  await artworkField(page).setInputFiles(smallSleeve().path);
  await expect(box).toContainText(smallSleeve().name);
  await expect(storedLines(page)).toHaveCount(1);
  await expect(box).not.toContainText("Two versions of this file");
  await expect
    .poll(async () => (await files()).map(({ fileName }) => fileName))
    .toEqual([smallSleeve().name]);
});

for (const state of ["being sent", "paused"])
  test(`a file that was removed on another device does not come back by itself, while it was ${state}`, {
    tag: state === "paused" ? "@deep-links" : [],
  }, async ({ page, context, expectFailure }) => {
    expectFailure(404, 409, "ERR_");
    const { visitor, files, letThirdGo, box } = await sendSome(page, context, state);
    const [open] = await files();
    await visitor.send(`/api/cloud-storage/uploads/${open?.id}`, { method: "DELETE" });
    letThirdGo();
    if (state === "paused")
      await box.getByRole("button", { name: "Resume sending tide.wav" }).click();
    await expect(box).toContainText(
      '"tide.wav" was removed in another browser or on another device. Do you want it after all?',
    );
    expect(await files()).toEqual([]);
    await box.getByRole("button", { name: "Keep tide.wav" }).click();
    await expect(box).toContainText("Uploaded and ready: 15.3MB");
  });
