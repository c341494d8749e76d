import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import {
  autosaveStatus,
  bioField,
  expectStep,
  openDraftInBrowser,
  openStepPage,
  pressNext,
  storedBio,
  waitForHydration,
} from "../../support/wizard";

/* Time passes for these pages only when the test says so. */

const unreachable = (page: Page) => page.getByText("We can't be reached just now.");

test("typing is saved after a pause of a second, and leaving the field saves at once", async ({
  page,
  context,
}) => {
  const visitor = await createDraftAt("about");
  await openDraftInBrowser(context, visitor);
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:34:00Z`);
  await page.clock.install({ time: noon });
  await openStepPage(page, "about");
  // From here on time passes only when the test says so.
  await page.clock.pauseAt(new Date(noon.getTime() + 600_000));
  const clock = await page.evaluate(() => new Date().toTimeString().slice(0, 5));
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") saves.push(request.url());
  });
  await bioField(page).focus();
  await page.keyboard.type("Ferries");
  await expect(autosaveStatus(page, "Saving…")).toBeVisible();
  await page.clock.runFor(999);
  expect(saves).toEqual([]);
  expect(await storedBio(visitor)).toBeUndefined();
  await page.clock.runFor(1);
  await expect(autosaveStatus(page, `Saved ${clock}`)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Ferries");
  await page.keyboard.type(" and harbours");
  await page.keyboard.press("Tab");
  await expect(autosaveStatus(page, `Saved ${clock}`)).toBeVisible();
  expect(await storedBio(visitor)).toBe("Ferries and harbours");
  expect(saves).toHaveLength(2);
});

test("a line that is there and silent is noticed after 15 seconds, and tried again by itself", async ({
  page,
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("music"));
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
  await page.clock.install({ time: noon });
  await page.goto("/submit/artist");
  await waitForHydration(page);
  // From here on time passes only when the test says so.
  await page.clock.pauseAt(new Date(noon.getTime() + 600_000));
  let signalSent = () => {};
  const sendSignal = new Promise<void>((resolve) => {
    signalSent = resolve;
  });
  await page.route("**/submit/artist.data*", () => signalSent(), { times: 1 });
  await pressNext(page);
  await sendSignal;
  await page.clock.runFor(14_999);
  await expect(unreachable(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(unreachable(page)).toBeVisible();
  await page.clock.runFor(2_000);
  await expectStep(page, "music");
  await expect(unreachable(page)).toHaveCount(0);
});
