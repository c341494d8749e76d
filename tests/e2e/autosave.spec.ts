import {
  bio,
  expectStored,
  OFFLINE,
  open,
  SAVED,
  state,
  storedBio,
} from "../support/autosaved-step";
import { draftAt } from "../support/draft-at";
import { expect, test } from "../support/journey";
import { choose, expectTracks, trackTitle } from "../support/release-journey";
import {
  chooseCountry,
  continueIn,
  expectStep,
  fillRelease,
  fillSongwriter,
  openSpotifyUrl,
  pressNext,
  ready,
  wholeArtist,
} from "../support/wizard";

test("what is typed is saved after the last key, without a press on anything", async ({
  page,
  context,
}) => {
  const visitor = await draftAt("about");
  await continueIn(context, visitor);
  await open(page, "about");
  await bio(page).focus();
  await page.keyboard.type("Songs of ferries.");
  await expect(state(page, SAVED)).toBeVisible();
  await expect(bio(page)).toBeFocused();
  expect(await storedBio(visitor)).toBe("Songs of ferries.");
});

test("typing waits for a pause of a second, and leaving the field for none", async ({
  page,
  context,
}) => {
  const visitor = await draftAt("about");
  await continueIn(context, visitor);
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:34:00Z`);
  await page.clock.install({ time: noon });
  await open(page, "about");
  // From here on time passes only when the test says so.
  await page.clock.pauseAt(new Date(noon.getTime() + 600_000));
  const clock = await page.evaluate(() => new Date().toTimeString().slice(0, 5));
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") saves.push(request.url());
  });
  await bio(page).focus();
  await page.keyboard.type("Ferries");
  await expect(state(page, "Saving…")).toBeVisible();
  await page.clock.runFor(999);
  expect(saves).toEqual([]);
  expect(await storedBio(visitor)).toBeUndefined();
  await page.clock.runFor(1);
  await expect(state(page, `Saved ${clock}`)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Ferries");
  await page.keyboard.type(" and harbours");
  await page.keyboard.press("Tab");
  await expect(state(page, `Saved ${clock}`)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Ferries and harbours");
  expect(saves).toHaveLength(2);
});

test("a reload shows everything that was typed in a step", async ({ page, context }) => {
  const visitor = await draftAt("artist");
  await continueIn(context, visitor);
  await open(page, "artist");
  await openSpotifyUrl(page);
  for (const [label, text] of Object.entries(wholeArtist))
    await page.getByLabel(label, { exact: true }).fill(text);
  await chooseCountry(page, "Ireland");
  await expectStored(visitor, "artist", { city: "Cork", country: "Ireland" });
  await page.reload();
  await ready(page);
  for (const [label, text] of Object.entries(wholeArtist))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByLabel("Country")).toHaveValue("Ireland");
});

test("tracks and contributors that are added are saved as well", async ({ page, context }) => {
  const visitor = await draftAt("music");
  await continueIn(context, visitor);
  await open(page, "music");
  await fillRelease(page, "Night Ferry");
  await fillSongwriter(page, 0, ["Ada", "Byron", "60"]);
  await page.getByRole("button", { name: "Add a songwriter" }).click();
  await fillSongwriter(page, 1, ["Bea", "Okafor", "40"]);
  await choose(page, "EP", true);
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
  await ready(page);
  await expectTracks(page, 4);
  await expect(trackTitle(page, 3)).toHaveValue("Slack Water");
  await page.getByRole("button", { name: "contributors of Night Ferry" }).click();
  await expect(page.getByLabel("Last name").nth(1)).toHaveValue("Okafor");
});

test("what is typed offline is saved as soon as the connection is back", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const visitor = await draftAt("about");
  await continueIn(context, visitor);
  await open(page, "about");
  await context.setOffline(true);
  await bio(page).fill("Typed on the ferry.");
  await expect(state(page, OFFLINE)).toBeVisible();
  expect(await storedBio(visitor)).toBeUndefined();
  await context.setOffline(false);
  await expect(state(page, SAVED)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Typed on the ferry.");
});

test("what is typed offline outlives the browser, and is saved when the step is opened again", async ({
  page,
  context,
  reopen,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const visitor = await draftAt("about");
  await continueIn(context, visitor);
  await open(page, "about");
  await context.setOffline(true);
  await bio(page).fill("Typed on the ferry.");
  await expect(state(page, OFFLINE)).toBeVisible();
  const later = await reopen(page);
  expect(await storedBio(visitor)).toBeUndefined();
  await open(later, "about");
  await expect(bio(later)).toHaveValue("Typed on the ferry.");
  await expect(state(later, SAVED)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Typed on the ferry.");
});

test("a Next without a connection stays on the step, and goes on by itself with what is typed by then", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const visitor = await draftAt("about");
  await continueIn(context, visitor);
  await open(page, "about");
  await context.setOffline(true);
  await bio(page).fill("Typed on the ferry.");
  await pressNext(page);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(bio(page)).toHaveValue("Typed on the ferry.");
  await bio(page).fill("Typed on the ferry, in rain.");
  await context.setOffline(false);
  await expectStep(page, "review");
  expect(await storedBio(visitor)).toBe("Typed on the ferry, in rain.");
});
