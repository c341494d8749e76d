import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { shortWav } from "../../support/test-files";
import {
  audioField,
  bioField,
  expectStep,
  openDraftInBrowser,
  openStep,
  pageTitle,
  pressNext,
  waitForHydration,
} from "../../support/wizard";

const offline = (page: Page) => page.getByText("You are offline.");
const unreachable = (page: Page) => page.getByText("We can't be reached just now.");

test("a script that is cut on a line that counts as connected is asked for again, and the file goes", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED", "net::");
  await openStep(page, context, await createDraftAt("music"), "music");
  let tries = 0;
  await page.route(/upload-engine\.client/, (route) => {
    tries += 1;
    return tries > 2 ? route.continue() : route.abort();
  });
  await audioField(page).setInputFiles(shortWav().path);
  await expect(page.getByText(/^Uploaded and ready/).first()).toBeVisible();
  expect(tries).toBeGreaterThan(2);
});

test("a link without a connection, to a page whose scripts are not there yet, keeps the form and leads there later", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED", "Failed to fetch dynamically imported module");
  await openStep(page, context, await createDraftAt("about"), "about");
  await bioField(page).fill("Typed on the ferry.");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await context.setOffline(true);
  await page.getByRole("link", { name: "Continue later or on another device" }).click();
  await expect(offline(page)).toBeVisible();
  await expect(bioField(page)).toHaveValue("Typed on the ferry.");
  await context.setOffline(false);
  await page.waitForURL("**/submit/continue");
  await expect(pageTitle(page)).toContainText("Continue later");
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
});

test("without a line it is no error that nobody can look ahead where links lead, and they lead there later", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  await openDraftInBrowser(context, await createDraftAt("about"));
  let checkCount = 0;
  await page.route("**/__manifest*", (route) => {
    checkCount += 1;
    return checkCount > 1 ? route.continue() : route.abort("internetdisconnected");
  });
  const failedRequest = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/__manifest"),
  );
  await page.goto("/submit/about");
  await waitForHydration(page);
  await failedRequest;
  await context.setOffline(true);
  await bioField(page).fill("Typed on the ferry.");
  await expect(page.getByText("Offline, will save when you are back")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Continue later or on another device" }).click();
  await expect(pageTitle(page)).toContainText("Continue later");
});

test("a proxy's 503, and a reply that is lost, keep the form; the post counts once", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("503", "ERR_FAILED", "net::");
  await openStep(page, context, await createDraftAt("about"), "about");
  await bioField(page).fill("Typed on the ferry.");
  let tries = 0;
  await page.route("**/submit/about.data*", async (route) => {
    tries += 1;
    if (tries === 1) return route.fulfill({ status: 503, body: "<h1>Bad gateway</h1>" });
    if (tries > 2) return route.continue();
    // The label gets it, the page never hears of it.
    await route.fetch();
    return route.abort("connectionreset");
  });
  await pressNext(page);
  await expect(unreachable(page)).toBeVisible();
  await expect(bioField(page)).toHaveValue("Typed on the ferry.");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectStep(page, "review");
  expect(tries).toBe(3);
  await expect(page.getByText("Typed on the ferry.")).toBeVisible();
});
