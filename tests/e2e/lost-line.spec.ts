import type { Page } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { expect, test } from "../support/journey";
import { emulateNetwork } from "../support/slow-link";
import { shortWav, threePartWav } from "../support/test-files";
import {
  audioField,
  banner,
  expectStep,
  fillRelease,
  openDraftInBrowser,
  openStep,
  pageTitle,
  pressNext,
  waitForHydration,
} from "../support/wizard";

const offline = (page: Page) => page.getByText("You are offline.");
const unreachable = (page: Page) => page.getByText("We can't be reached just now.");
const bio = (page: Page) => page.getByLabel("Bio");

/** Every post of a step that reaches the app, by its path. */
function posts(page: Page): string[] {
  const paths: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().method() === "POST" && pathname.endsWith(".data")) paths.push(pathname);
  });
  return paths;
}

test("Next with a file just chosen says at once that there is no connection, and goes on once it is back", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED", "ERR_FAILED");
  await openStep(page, context, await createDraftAt("music"), "music");
  await fillRelease(page, "Night Ferry");
  await page.getByLabel("Solo work").check();
  const network = await emulateNetwork(page);
  await network.cut();
  await audioField(page).setInputFiles(shortWav().path);
  const paths = posts(page);
  await pressNext(page);
  await expect(offline(page)).toBeVisible();
  await expect(page.getByLabel("Release title")).toHaveValue("Night Ferry");
  await network.mend();
  await expectStep(page, "about");
  await expect(offline(page)).toHaveCount(0);
  expect(paths).toEqual(["/submit/music.data"]);
});

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
  await bio(page).fill("Typed on the ferry.");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await context.setOffline(true);
  await page.getByRole("link", { name: "Continue later or on another device" }).click();
  await expect(offline(page)).toBeVisible();
  await expect(bio(page)).toHaveValue("Typed on the ferry.");
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
  await bio(page).fill("Typed on the ferry.");
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
  await bio(page).fill("Typed on the ferry.");
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
  await expect(bio(page)).toHaveValue("Typed on the ferry.");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectStep(page, "review");
  expect(tries).toBe(3);
  await expect(page.getByText("Typed on the ferry.")).toBeVisible();
});

test("Submit without a connection says so in its dialog, and goes on by itself", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  await openStep(page, context, await createDraftAt("review"));
  const scriptReply = page.waitForResponse(/submission-run-module.*\.js/);
  await page.getByRole("button", { name: "Submit Music" }).focus();
  const side = (await scriptReply).url();
  // With all that it imports itself.
  await page.evaluate((url) => import(url).then(() => undefined), side);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Submit Music" }).click();
  const dialog = page.getByRole("dialog", { name: "Uploading Submission" });
  await expect(dialog).toContainText("No connection. Nothing is submitted yet.");
  await expect(dialog).not.toContainText(/remaining|minute/);
  await dialog.getByRole("button", { name: "Back to Review" }).click();
  await expect(dialog).toHaveCount(0);
  // Nothing goes on by itself now, so nothing says so.
  await expect(banner(page)).toContainText("Press Submit Music again when you're back online.");
  await expect(banner(page)).toContainText("support@mahogany.example");
  await expect(banner(page)).toBeFocused();
  await expect(offline(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Submit Music" }).click();
  await expect(dialog).toContainText("No connection.");
  await context.setOffline(false);
  await page.waitForURL("**/submit/success");
});

test("the list of a submission says of a file that this tab sends that it is being sent", async ({
  page,
  context,
}) => {
  await openStep(page, context, await createDraftAt("music"), "music");
  await page.route(/\/parts\/\d/, () => {});
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(page.getByText(/^Sending: /).first()).toBeVisible();
  await page.getByText("Menu").click();
  await page.getByRole("link", { name: "Submit your music" }).click();
  await waitForHydration(page);
  await expect(page.getByText(/: being sent now \(\d+%\)\./)).toBeVisible();
  await expect(page.getByText("Choose the same file again")).toHaveCount(0);
});
