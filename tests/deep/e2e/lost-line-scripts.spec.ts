import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { shortWav } from "../../support/test-files";
import { audioField, bioField, openStep, pageTitle } from "../../support/wizard";

const offline = (page: Page) => page.getByText("You are offline.");
test("a script that is cut on a line that counts as connected is asked for again, and the file goes", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED", "net::");
  await openStep(page, context, await createDraftAt("music"), "music");
  let tries = 0;
  await page.route(/browser-engine\.client/, (route) => {
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
