import type { BrowserContext, Page } from "playwright/test";
import { wavBytes } from "../fixtures/wav";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { COVER, coverBytes, createDraftAt, draftFiles, SONG, songBytes } from "../support/drafts";
import { expect, inModes, test, VARIANT } from "../support/journey";
import { openMusic } from "../support/music-step-page";
import { emulateNetwork, FIRST_PART, holdRequests } from "../support/slow-link";
import { lightWav, shortWav, smallSleeve } from "../support/test-files";
import type { Visitor } from "../support/visitor";
import {
  artworkField,
  audioField,
  banner,
  bioField,
  conflictDialog,
  fileBox,
  openDraftInBrowser,
  openStep,
  pressNext,
  pressSubmit,
  toVisitor,
  waitForHydration,
} from "../support/wizard";

const shortSong = wavBytes({ seconds: 0.3, seed: 7 });
const store = () => openStoreReader(appUnderTest().url);
const storedNames = async (visitor: Visitor) =>
  (await draftFiles(store(), visitor))
    .filter(({ state }) => state === "complete")
    .map(({ fileName }) => fileName);

/** The page is shown again, as after a look at another app. */
const showAgain = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event("focus")));

async function openWithOtherDevice(page: Page, context: BrowserContext) {
  await openMusic(page);
  return { other: await toVisitor(context), network: await emulateNetwork(page) };
}

for (const kept of ["other.wav", "tide out.wav"])
  test(`a small file on a slow line does not replace what another device has chosen since; ${kept} is kept`, {
    tag: kept === "other.wav" ? [] : VARIANT,
  }, async ({ page, context, expectFailure }) => {
    // Its bytes belong to an upload that may have made room by then.
    expectFailure(404, 409, "ERR_");
    const { other } = await openWithOtherDevice(page, context);
    const box = fileBox(page, "Audio");
    const letGo = await holdRequests(page, FIRST_PART);
    await audioField(page).setInputFiles(lightWav().path);
    await expect(box).toContainText(/Sending: /);
    await other.upload(songBytes, { ...SONG, fileName: "other.wav" });
    letGo();
    await expect(box).toContainText("Two versions of this file");
    expect(await storedNames(other)).toContain("other.wav");
    await box.getByRole("button", { name: `Keep ${kept}` }).click();
    await expect(box).not.toContainText("Two versions");
    await expect(box).toContainText("Uploaded and ready");
    await expect(box).toContainText(kept);
    expect(await storedNames(other)).toEqual([kept]);
  });

for (const field of ["Audio", "Artwork (optional)"] as const)
  test(`a file that was chosen without a connection asks before it replaces another device's: ${field}`, {
    tag: field === "Audio" ? [] : VARIANT,
  }, async ({ page, context, expectFailure }) => {
    expectFailure(409, "ERR_");
    const { other, network } = await openWithOtherDevice(page, context);
    const box = fileBox(page, field);
    const [input, file] =
      field === "Audio" ? [audioField(page), shortWav()] : [artworkField(page), smallSleeve()];
    await input.focus();
    await page.waitForLoadState("networkidle");
    await network.cut();
    await input.setInputFiles(file.path);
    const [bytes, as] = field === "Audio" ? [songBytes, SONG] : [coverBytes, COVER];
    await other.upload(bytes, { ...as, fileName: `other-${as.fileName}` });
    await network.mend();
    await expect(box).toContainText("Two versions of this file");
    expect(await storedNames(other)).toEqual([`other-${as.fileName}`]);
    await box.getByRole("button", { name: /^Keep (short|small)/ }).click();
    await expect(box).toContainText("Uploaded and ready");
    await expect.poll(() => storedNames(other)).toEqual([file.path.split("/").pop()]);
  });

test("a page that is shown again asks which answers to keep, before one of them is overwritten", async ({
  page,
  context,
}) => {
  const visitor = await createDraftAt("review");
  await openStep(page, context, visitor, "about");
  await visitor.post("/submit/about", { bio: "From the other device.", intent: "next" });
  await showAgain(page);
  await expect(conflictDialog(page)).toContainText("is the version before it");
  await page.getByRole("link", { name: "Show the other version" }).click();
  await expect(bioField(page)).toHaveValue("From the other device.");
});

inModes(["scripted", "JavaScript off"], () => {
  test("Review sends what it shows, and what has changed since is named and read first", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(409);
    const draft = await createDraftAt("review");
    await openDraftInBrowser(context, draft);
    await page.goto("/submit/review");
    if (scripted) await waitForHydration(page);
    await draft.upload(songBytes, { ...SONG, fileName: "another.wav" });
    await pressSubmit(page);
    await expect(banner(page)).toContainText("nothing was sent yet");
    await expect(banner(page)).toContainText('is now "another.wav"');
    await expect(page.getByRole("main")).toContainText(/another\.wav, \d/);
    await pressSubmit(page);
    await expect(page).toHaveURL(/\/submit\/success/);
  });
});

/** A page of the music step that shows a stored song, and its draft. */
async function openReleaseWithSong(page: Page, context: BrowserContext): Promise<Visitor> {
  const draft = await createDraftAt("review");
  await openDraftInBrowser(context, draft);
  await page.goto("/submit/music");
  return draft;
}

inModes(["JavaScript off"], () => {
  for (const kept of ["other.wav", "tide out.wav"])
    test(`a form's file does not replace one that its page did not show; ${kept} is kept`, {
      tag: kept === "other.wav" ? [] : VARIANT,
    }, async ({ page, context, expectFailure }) => {
      expectFailure(409);
      const draft = await openReleaseWithSong(page, context);
      await draft.upload(shortSong, { ...SONG, fileName: "other.wav" });
      await audioField(page).setInputFiles(lightWav().path);
      await pressNext(page);
      const box = fileBox(page, "Audio");
      await expect(box).toContainText("Two versions of this file");
      await box.getByRole("button", { name: `Keep ${kept}` }).click();
      await expect(box).not.toContainText("Two versions");
      await expect(box).toContainText(kept);
      const names = (await draftFiles(store(), draft)).map(({ fileName }) => fileName);
      expect(names).toContain(kept);
      expect(names).toHaveLength(2);
    });

  test("a form's file for a field that was emptied since waits until its artist says so", async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure(409);
    const draft = await openReleaseWithSong(page, context);
    const stored = (await draftFiles(store(), draft)).find(({ slot }) => slot === SONG.slot);
    await draft.send(`/api/cloud-storage/uploads/${stored?.id}`, { method: "DELETE" });
    await audioField(page).setInputFiles(lightWav().path);
    await pressNext(page);
    const box = fileBox(page, "Audio");
    await expect(box).toContainText("Uploaded, but not in your release.");
    await box.getByRole("button", { name: "Keep tide out.wav" }).click();
    await expect(box).toContainText("Uploaded and ready");
  });
});
