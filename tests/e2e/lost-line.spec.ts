import type { Page } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { expect, test } from "../support/journey";
import { emulateNetwork } from "../support/slow-link";
import { shortWav } from "../support/test-files";
import {
  audioField,
  banner,
  expectStep,
  fillRelease,
  openStep,
  pressNext,
} from "../support/wizard";

const offline = (page: Page) => page.getByText("You are offline.");

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
