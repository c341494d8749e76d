import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { makeOld, makeTooOld } from "../../support/old-browser";
import {
  completeSubmission,
  fillSingle,
  goToMusicStep,
  sender,
  waitForRecord,
} from "../../support/release-journey";
import { shortWav, threePartWav } from "../../support/test-files";
import { chooseCountry, openStep, pressNext, waitForHydration } from "../../support/wizard";

const startsScripts = (page: Page) => page.locator("html[data-scripts]");

test("in the oldest browsers that we serve a release with a file in parts is handed in", async ({
  page,
  context,
}) => {
  await makeOld(context);
  const parts = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "PUT" && /\/parts?\//.test(pathname)) parts.add(pathname);
  });
  const artist = sender("old");
  await goToMusicStep(page, artist);
  await expect(startsScripts(page)).toHaveCount(1);
  expect(await page.evaluate(() => Reflect.has(Array.prototype, "findLast"))).toBe(false);
  await fillSingle(page, threePartWav().path);
  await completeSubmission(page);
  const { files } = await waitForRecord(artist);
  expect(files.map(({ fileName }) => fileName).sort()).toEqual(["sleeve.jpg", "tide.wav"]);
  expect(parts.size).toBeGreaterThanOrEqual(3);
});

test("there the dialogs open, hold the keyboard, and close", async ({ page, context }) => {
  await makeOld(context);
  await openStep(page, context, await createDraftAt("music"));
  await waitForHydration(page);
  await pressNext(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("in browsers that are older no script starts, and the plain form hands a release in", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("Content Security Policy");
  await makeTooOld(context);
  // What a page says to its scripts is a script itself.
  const started: boolean[] = [];
  page.on("load", async () => {
    started.push(await page.evaluate(() => Reflect.has(window, "__remixContext")));
  });
  const artist = sender("too old");
  await goToMusicStep(page, artist);
  await expect(startsScripts(page)).toHaveCount(0);
  await fillSingle(page, shortWav().path);
  await completeSubmission(page);
  const { files } = await waitForRecord(artist);
  expect(files.map(({ fileName }) => fileName).sort()).toEqual(["short.wav", "sleeve.jpg"]);
  expect(new Set(started)).toEqual(new Set([false]));
});

test.describe("with the notice of the beta and the cookie question", () => {
  test.use({ notice: "unseen" });
  test("nothing lies over the plain form of a browser that is too old", async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure("Content Security Policy");
    await makeTooOld(context);
    await page.goto("/submit/artist");
    await expect(page.getByText("Beta Portal Notice")).toBeVisible();
    await expect(page.getByText(/Save what you typed first/)).toBeVisible();
    await page.getByLabel("Artist name", { exact: true }).fill("Sigrid Vale");
    await chooseCountry(page, "Ireland");
    await expect(page.getByLabel("Artist name", { exact: true })).toHaveValue("Sigrid Vale");
  });
});
