import { expect, test } from "../../support/journey";
import { openTransfer } from "../../support/music-step-page";
import { pressNext, waitForHydration } from "../../support/wizard";

/** A page waits five seconds for the script of a part, fewer than a full machine may take for this journey. */
function prolongLongWaits(): void {
  const { setTimeout: wait } = window;
  const prolonged = (run: () => void, ms = 0) => wait(run, ms < 5_000 ? ms : ms * 20);
  Object.assign(window, { setTimeout: prolonged });
}

test("a choice that is made while the script of a part is on its way draws nothing anew", async ({
  page,
}) => {
  await openTransfer(page);
  await page.getByLabel("Your current distributor").selectOption("Ditto Music");
  await pressNext(page);
  const script = /\/transfer-section-.*\.js$/;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(script, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.addInitScript(prolongLongWaits);
  const request = page.waitForRequest(script);
  await page.goto("/submit/music", { waitUntil: "commit" });
  await request;
  // Until the page is taken over, or long enough to know that it waits for the script.
  await Promise.race([waitForHydration(page), page.waitForTimeout(2_000)]);
  await page.getByLabel("Both Options").check({ force: true });
  release();
  await waitForHydration(page);
  await expect(page.getByLabel("Your current distributor")).toHaveValue("Ditto Music");
  await expect(page.getByLabel("Both Options")).toBeChecked();
});
