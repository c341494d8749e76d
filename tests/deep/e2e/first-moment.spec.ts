import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { storedDraft } from "../../support/inject-site-failure";
import { expect, test } from "../../support/journey";
import {
  autosaveStatus,
  banner,
  OFFLINE,
  openDraftInBrowser,
  pressNext,
  waitForHydration,
} from "../../support/wizard";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Delays the page's scripts, like a slow connection, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const releaseSignal = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/**/*.js", async (route) => {
    await releaseSignal;
    await route.continue();
  });
  return release;
}

test("values typed and chosen before the scripts load take precedence over those that this browser stored", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED");
  const visitor = await createDraftAt("music");
  await openDraftInBrowser(context, visitor);
  await page.goto("/submit/artist");
  await waitForHydration(page);
  await page.route("**/api/drafts/**", (route) => route.abort());
  await field(page, "First name").fill("Kept here");
  await field(page, "Surname").fill("Kept here");
  await field(page, "City").fill("Kept here");
  await expect(autosaveStatus(page, OFFLINE)).toBeVisible();

  const release = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await field(page, "Surname").fill("Typed early");
  await page.getByLabel("Country").selectOption("Norway");
  await page.getByLabel("I'm a new artist").check();
  await page.unroute("**/api/drafts/**");
  release();
  await waitForHydration(page);
  await expect(field(page, "First name")).toHaveValue("Kept here");
  await expect(field(page, "Surname")).toHaveValue("Typed early");
  await expect(field(page, "City")).toHaveValue("Kept here");
  await expect(page.locator("[name=country]")).toHaveValue("Norway");
  await expect(page.getByLabel("I'm a new artist")).toBeChecked();
  await expect
    .poll(async () => (await storedDraft(visitor)).answers.artist)
    .toMatchObject({
      firstName: "Kept here",
      surname: "Typed early",
      city: "Kept here",
      country: "Norway",
    });
});

test.describe("where the server judges the form", () => {
  test.use({ mode: "client checks off" });

  test("values typed during a request take precedence over its answer, which keeps the page", async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure(400);
    await openDraftInBrowser(context, await createDraftAt("music"));
    await page.goto("/submit/artist");
    await waitForHydration(page);
    let release = () => {};
    const releaseSignal = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/submit/artist.data*", async (route) => {
      await releaseSignal;
      await route.continue();
    });
    await field(page, "Surname").fill("");
    const request = page.waitForRequest("**/submit/artist.data*");
    await pressNext(page);
    await request;
    await field(page, "City").fill("Typed meanwhile");
    await page.getByLabel("I'm a new artist").check();
    release();
    await expect(banner(page)).toBeVisible();
    await expect(field(page, "City")).toHaveValue("Typed meanwhile");
    await expect(page.getByLabel("I'm a new artist")).toBeChecked();
    await expect(field(page, "Surname")).toHaveValue("");
  });
});
