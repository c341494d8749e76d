import type { BrowserContext, Page } from "playwright/test";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { draftFiles } from "../support/drafts";
import { expect, test, useMode } from "../support/journey";
import { openTrack, sendAudio, trackButton, trackFileBox } from "../support/music-step-page";
import { chooseCard, expectTracks, trackTitle } from "../support/release-journey";
import {
  autosaveStatus,
  bioField,
  conflictDialog,
  expectStep,
  expectStored,
  keepMine,
  pressNext,
  SAVED,
  showOther,
  storedBio,
  twoTabs,
  waitForHydration,
} from "../support/wizard";

/** Another tab has saved its version while this one was typing. */
async function overtake(page: Page, context: BrowserContext) {
  const tabs = await twoTabs(page, context, "about");
  await bioField(tabs.other).fill("From the other tab.");
  await expect(autosaveStatus(tabs.other, SAVED)).toBeVisible();
  await bioField(page).fill("From this tab.");
  await expect(conflictDialog(page)).toBeVisible();
  return tabs;
}

test.describe("two tabs on one draft", () => {
  test.beforeEach(({ expectFailure }) => expectFailure(409));

  test("the outdated tab asks, and can keep what is on its page", async ({ page, context }) => {
    const { visitor, other } = await overtake(page, context);
    await expect(bioField(page)).toHaveValue("From this tab.");
    expect(await storedBio(visitor)).toBe("From the other tab.");
    // Next must not skip the question either.
    await pressNext(page);
    await expect(conflictDialog(page)).toBeFocused();
    expect(await storedBio(visitor)).toBe("From the other tab.");
    await keepMine(page).click();
    await expect(autosaveStatus(page, SAVED)).toBeVisible();
    await expect(conflictDialog(page)).toHaveCount(0);
    expect(await storedBio(visitor)).toBe("From this tab.");
    // Now the other tab is outdated.
    await bioField(other).fill("From the other tab, later.");
    await expect(conflictDialog(other)).toBeVisible();
    expect(await storedBio(visitor)).toBe("From this tab.");
  });

  test("the outdated tab can show the other version, and continue from there", async ({
    page,
    context,
  }) => {
    const { visitor } = await overtake(page, context);
    await showOther(page).click();
    await expect(bioField(page)).toHaveValue("From the other tab.");
    await waitForHydration(page);
    await expect(conflictDialog(page)).toHaveCount(0);
    expect(await storedBio(visitor)).toBe("From the other tab.");
    await bioField(page).fill("Both of it.");
    await expect(autosaveStatus(page, SAVED)).toBeVisible();
    expect(await storedBio(visitor)).toBe("Both of it.");
  });

  test("a track that a tab removed comes back with its file, where the other version is shown", async ({
    page,
    context,
  }) => {
    const { visitor, other } = await twoTabs(page, context, "music");
    await trackButton(page, "Add a track").click();
    await sendAudio(page, 1, true);
    await expect(autosaveStatus(page, SAVED)).toBeVisible();
    await other.reload();
    await waitForHydration(other);
    await other.getByLabel("Release title").fill("From the other tab");
    await expect(autosaveStatus(other, SAVED)).toBeVisible();
    await page.getByRole("button", { name: "Remove track 2" }).click();
    await expect(conflictDialog(page)).toBeVisible();
    await showOther(page).click();
    await expect(page.getByLabel("Release title")).toHaveValue("From the other tab");
    await openTrack(page, 1);
    await expect(trackFileBox(page, 1)).toContainText("Uploaded and ready: 563KB");
    const files = await draftFiles(openStoreReader(appUnderTest().url), visitor);
    expect(files.map(({ fileName }) => fileName)).toContain("short.wav");
  });

  test("tracks that both tabs changed are never mixed", async ({ page, context }) => {
    const { visitor, other } = await twoTabs(page, context, "music");
    await chooseCard(other, "EP", true);
    await expectTracks(other, 3);
    await openTrack(other, 2);
    await trackTitle(other, 2).fill("Slack Water");
    await expectStored(visitor, "music", { tracks: [{}, {}, { title: "Slack Water" }] });
    await trackTitle(page, 0).fill("Day Ferry");
    await expect(conflictDialog(page)).toBeVisible();
    await showOther(page).click();
    await expectTracks(page, 3);
    await waitForHydration(page);
    await expect(trackTitle(page, 0)).toHaveValue("Night Ferry");
    await expect(trackTitle(page, 2)).toHaveValue("Slack Water");
  });
});

test.describe("two tabs without JavaScript", () => {
  useMode("JavaScript off");
  test.beforeEach(({ expectFailure }) => expectFailure(409));

  /** One tab has saved its version; Next in the other is answered by the choice. */
  async function collide(page: Page, context: BrowserContext) {
    const { visitor, other } = await twoTabs(page, context, "about");
    await bioField(other).fill("From the other tab.");
    await pressNext(other);
    await expectStep(other, "review");
    await bioField(page).fill("From this tab.");
    const answer = page.waitForResponse((reply) => reply.request().method() === "POST");
    await pressNext(page);
    expect((await answer).status()).toBe(409);
    await expect(conflictDialog(page)).toBeVisible();
    await expect(bioField(page)).toHaveValue("From this tab.");
    expect(await storedBio(visitor)).toBe("From the other tab.");
    return visitor;
  }

  test("the choice can keep what is on the page", async ({ page, context }) => {
    const visitor = await collide(page, context);
    await keepMine(page).click();
    await expectStep(page, "review");
    expect(await storedBio(visitor)).toBe("From this tab.");
  });

  test("the choice can show the other version", async ({ page, context }) => {
    const visitor = await collide(page, context);
    await showOther(page).click();
    await expect(bioField(page)).toHaveValue("From the other tab.");
    await expect(conflictDialog(page)).toHaveCount(0);
    expect(await storedBio(visitor)).toBe("From the other tab.");
  });
});
