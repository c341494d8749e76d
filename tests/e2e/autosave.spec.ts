import type { BrowserContext, Page } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { expect, test, VARIANT } from "../support/journey";
import { chooseCard, expectTracks, trackTitle } from "../support/release-journey";
import type { Visitor } from "../support/visitor";
import {
  autosaveStatus,
  bioField,
  chooseCountry,
  completeArtist,
  expectStep,
  expectStored,
  fillRelease,
  fillSongwriter,
  OFFLINE,
  openDraftInBrowser,
  openSpotifyUrl,
  openStepPage,
  pressNext,
  SAVED,
  storedBio,
  waitForHydration,
} from "../support/wizard";

test("what is typed is saved after the last key, without a press on anything", {
  tag: "@wizard",
}, async ({ page, context }) => {
  const visitor = await createDraftAt("about");
  await openDraftInBrowser(context, visitor);
  await openStepPage(page, "about");
  await bioField(page).focus();
  await page.keyboard.type("Songs of ferries.");
  await expect(autosaveStatus(page, SAVED)).toBeVisible();
  await expect(bioField(page)).toBeFocused();
  expect(await storedBio(visitor)).toBe("Songs of ferries.");
});

test("a reload shows everything that was typed in a step", async ({ page, context }) => {
  const visitor = await createDraftAt("artist");
  await openDraftInBrowser(context, visitor);
  await openStepPage(page, "artist");
  await openSpotifyUrl(page);
  for (const [label, text] of Object.entries(completeArtist))
    await page.getByLabel(label, { exact: true }).fill(text);
  await chooseCountry(page, "Ireland");
  await expectStored(visitor, "artist", { city: "Cork", country: "Ireland" });
  await page.reload();
  await waitForHydration(page);
  for (const [label, text] of Object.entries(completeArtist))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByLabel("Country")).toHaveValue("Ireland");
});

test("tracks and contributors that are added are saved as well", async ({ page, context }) => {
  const visitor = await createDraftAt("music");
  await openDraftInBrowser(context, visitor);
  await openStepPage(page, "music");
  await fillRelease(page, "Night Ferry");
  await fillSongwriter(page, 0, ["Ada", "Byron", "60"]);
  await page.getByRole("button", { name: "Add a songwriter" }).click();
  await fillSongwriter(page, 1, ["Bea", "Okafor", "40"]);
  await chooseCard(page, "EP", true);
  await expectTracks(page, 3);
  await page.getByRole("button", { name: "Add a track" }).click();
  await expectTracks(page, 4);
  await trackTitle(page, 3).fill("Slack Water");
  await expectStored(visitor, "music", {
    releaseType: "ep",
    tracks: [
      {
        title: "Night Ferry",
        metadata: {
          songwriters: [
            { firstName: "Ada", lastName: "Byron", percentage: "60" },
            { firstName: "Bea", lastName: "Okafor", percentage: "40" },
          ],
        },
      },
      {},
      {},
      { title: "Slack Water" },
    ],
  });
  await page.reload();
  await waitForHydration(page);
  await expectTracks(page, 4);
  await expect(trackTitle(page, 3)).toHaveValue("Slack Water");
  await page.getByRole("button", { name: "contributors of Night Ferry" }).click();
  await expect(page.getByLabel("Last name").nth(1)).toHaveValue("Okafor");
});

/** Types on the about step without a connection. @returns whose draft it is. */
async function typeOffline(page: Page, context: BrowserContext): Promise<Visitor> {
  const visitor = await createDraftAt("about");
  await openDraftInBrowser(context, visitor);
  await openStepPage(page, "about");
  await context.setOffline(true);
  await bioField(page).fill("Typed on the ferry.");
  return visitor;
}

test("what is typed offline is saved as soon as the connection is back", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const visitor = await typeOffline(page, context);
  await expect(autosaveStatus(page, OFFLINE)).toBeVisible();
  expect(await storedBio(visitor)).toBeUndefined();
  await context.setOffline(false);
  await expect(autosaveStatus(page, SAVED)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Typed on the ferry.");
});

test("what is typed offline survives closing the browser, and is saved when the step is opened again", async ({
  page,
  context,
  reopen,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const visitor = await typeOffline(page, context);
  await expect(autosaveStatus(page, OFFLINE)).toBeVisible();
  const reopenedPage = await reopen(page);
  expect(await storedBio(visitor)).toBeUndefined();
  await openStepPage(reopenedPage, "about");
  await expect(bioField(reopenedPage)).toHaveValue("Typed on the ferry.");
  await expect(autosaveStatus(reopenedPage, SAVED)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Typed on the ferry.");
});

test("Next without a connection stays on the step, and continues by itself with the values typed by then", {
  tag: VARIANT,
}, async ({ page, context, expectFailure }) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const visitor = await typeOffline(page, context);
  await pressNext(page);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(bioField(page)).toHaveValue("Typed on the ferry.");
  await bioField(page).fill("Typed on the ferry, in rain.");
  await context.setOffline(false);
  await expectStep(page, "review");
  expect(await storedBio(visitor)).toBe("Typed on the ferry, in rain.");
});
