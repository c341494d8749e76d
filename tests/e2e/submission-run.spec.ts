import type { Page, Route } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { expect, test } from "../support/journey";
import { distinctPercents, filesOfRun, recordRunDialog, runDialog } from "../support/resource-use";
import { emulateNetwork, PARTS_ADDRESS } from "../support/slow-link";
import { shortWav, threePartWav } from "../support/test-files";
import {
  audioField,
  expectSubmitted,
  fillRelease,
  goToReview,
  openStep,
  pressSubmit,
  waitForHydration,
} from "../support/wizard";

/** Stops the requests to a path until they are let go on. */
async function hold(page: Page, path: string | RegExp): Promise<Route[]> {
  const routes: Route[] = [];
  await page.route(path, (route) => void routes.push(route));
  return routes;
}

test("a single passes through every stage in order, under a dialog that Escape does not close", async ({
  page,
  context,
}) => {
  const draftId = await openStep(page, context, await createDraftAt("review"));
  const routes = await hold(page, "**/api/submission/record");
  const run = recordRunDialog(page);
  await pressSubmit(page);
  await expect.poll(() => routes.length).toBe(1);
  const dialog = runDialog(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText("85%");
  await expect(dialog).toContainText(
    "Please do not refresh or close this tab until your submission is complete.",
  );
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "85");
  await routes[0]?.continue();
  const moments = await run;
  expect(distinctPercents(moments)).toEqual([5, 10, 50, 65, 85, 95, 100]);
  expect(filesOfRun(moments)).toEqual(["Processing file 1 of 2", "Processing file 2 of 2"]);
  expect(moments[0]?.text).toContain("Calculating...");
  expect(moments.at(-1)?.text).toContain("Less than 1 minute");
  await expectSubmitted(page, draftId);
});

test("two presses on Submit are one submission", async ({ page, context }) => {
  const draftId = await openStep(page, context, await createDraftAt("review"));
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/submission/")) calls.push(pathname);
  });
  await page.getByRole("button", { name: "Submit Music" }).evaluate((button) => {
    if (!(button instanceof HTMLButtonElement)) return;
    button.click();
    button.click();
  });
  await expectSubmitted(page, draftId);
  expect(calls).toEqual(["/api/submission/check", "/api/submission/record"]);
});

test("two tabs that submit the same release make one submission", async ({ page, context }) => {
  const visitor = await createDraftAt("review");
  const draftId = await openStep(page, context, visitor);
  const other = await context.newPage();
  await other.goto("/submit/review");
  await waitForHydration(other);
  const [first, second] = [await hold(page, "**/record"), await hold(other, "**/record")];
  await pressSubmit(page);
  await pressSubmit(other);
  await expect.poll(() => [first.length, second.length]).toEqual([1, 1]);
  await Promise.all([first[0]?.continue(), second[0]?.continue()]);
  await other.waitForURL("**/submit/success");
  await expectSubmitted(page, draftId);
});

test("a run waits for a file that is still being sent, and says when the connection is gone", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED", "ERR_FAILED");
  await page.clock.install();
  const draftId = await openStep(page, context, await createDraftAt("music"), "music");
  const network = await emulateNetwork(page);
  // Of the four parts the third stays on its way until the run has come to it.
  const routes: Route[] = [];
  const third = /\/parts\/3(\/pieces)?\?/;
  await page.route(third, (route) => void routes.push(route));
  await fillRelease(page, "Night Ferry");
  await page.getByLabel("Solo work").check();
  await audioField(page).setInputFiles(threePartWav().path);
  await goToReview(page);
  await expect(page.getByText("A file is still on its way.")).toBeVisible();
  await expect(page.getByText("1 of 1 file on its way")).toBeVisible();
  await pressSubmit(page);
  const dialog = runDialog(page);
  await expect(dialog).toContainText("Processing file 1 of 1");
  await expect.poll(() => routes.length).toBeGreaterThan(0);
  // Nothing moves: the way on shows, and the way back leads to Review while the file stays in hand.
  await page.clock.fastForward(20_000);
  await expect(dialog.getByRole("button", { name: "Try again now" })).toBeVisible();
  await dialog.getByRole("button", { name: "Go back and edit" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit Music" })).toBeFocused();
  const run = recordRunDialog(page);
  await pressSubmit(page);
  await expect(dialog).toContainText("Processing file 1 of 1");
  await network.cut();
  await page.unroute(third);
  // The queue has given some of them up by itself, and tried again.
  for (const route of routes) await route.continue().catch(() => undefined);
  await expect(dialog).toContainText("It continues by itself when you're online again.");
  await expect(page.getByText("Waiting for connection", { exact: true })).toBeAttached();
  await network.mend();
  const percents = distinctPercents(await run);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.slice(0, 2)).toEqual([5, 10]);
  expect(percents.some((percent) => percent >= 15 && percent < 50)).toBe(true);
  expect(percents.slice(-4)).toEqual([50, 85, 95, 100]);
  await expectSubmitted(page, draftId);
});

test("leaving is asked about only while bytes are unsent", async ({ page, context }) => {
  await openStep(page, context, await createDraftAt("music"), "music");
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  const routes = await hold(page, PARTS_ADDRESS);
  await audioField(page).setInputFiles(shortWav().path);
  await expect.poll(() => routes.length).toBe(1);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions).toEqual(["beforeunload"]);
  expect(page.isClosed()).toBe(false);
  await page.unroute(PARTS_ADDRESS);
  for (const route of routes) await route.continue().catch(() => undefined);
  await expect(page.getByText("Uploaded and ready: 563KB").first()).toBeVisible();
  const pageClose = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await pageClose;
  expect(questions).toHaveLength(1);
});
