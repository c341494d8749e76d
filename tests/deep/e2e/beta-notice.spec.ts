import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test, withAndWithoutScript } from "../../support/journey";
import {
  expectStep,
  openDraftInBrowser,
  pageTitle,
  pressNext,
  waitForHydration,
} from "../../support/wizard";

const notice = (page: Page) => page.getByRole("dialog", { name: "Beta Portal Notice" });
const scripts = /\/assets\/.*\.js/;

async function start(page: Page): Promise<void> {
  await notice(page).getByRole("button", { name: "Got it, let's start!" }).click();
  await expect(notice(page)).toHaveCount(0);
}

/** How much of the page has moved by itself since it was opened. */
function countShifts(): void {
  window.name = "0";
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ("value" in entry) window.name = String(Number(window.name) + Number(entry.value));
  }).observe({ type: "layout-shift", buffered: true });
}

withAndWithoutScript(() => {
  test.describe("the Beta Portal Notice", () => {
    test.use({ notice: "unseen" });

    test("comes once per browser session, and leads back to where the artist was", async ({
      page,
      context,
      scripted,
    }) => {
      await openDraftInBrowser(context, await createDraftAt("music"));
      await page.goto("/submit/artist?return=review");
      await waitForHydration(page);
      await expect(notice(page)).toContainText("saved as you go");
      await expect(notice(page)).toContainText("support@mahogany.example");
      if (!scripted) {
        // It stands above the form and covers nothing of it.
        await page.getByLabel("City").fill("Galway");
        await expect(notice(page)).toBeVisible();
      }
      await start(page);
      expect(page.url()).toMatch(/\/submit\/artist\?return=review$/);
      const cookie = (await context.cookies()).find(({ name }) => name === "beta-notice");
      expect(cookie?.expires).toBe(-1);
      await pressNext(page);
      await expectStep(page, "music");
      await expect(notice(page)).toHaveCount(0);
      await page.reload();
      await expect(pageTitle(page)).toBeVisible();
      await expect(notice(page)).toHaveCount(0);
      await context.clearCookies({ name: "beta-notice" });
      await page.reload();
      await expect(notice(page)).toBeVisible();
    });
  });
});

test.describe("the notice while scripts are on their way", () => {
  test.use({ notice: "unseen" });

  test("nothing moves when they arrive; the focus goes to the button, then to the step", async ({
    page,
    context,
  }) => {
    await openDraftInBrowser(context, await createDraftAt("artist"));
    await page.addInitScript(countShifts);
    let release = () => {};
    const releaseSignal = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(scripts, async (route) => {
      await releaseSignal;
      await route.continue();
    });
    await page.goto("/submit/artist", { waitUntil: "commit" });
    await expect(notice(page)).toBeVisible();
    release();
    await waitForHydration(page);
    const button = notice(page).getByRole("button");
    await expect(button).toBeFocused();
    expect(Number(await page.evaluate(() => window.name))).toBeLessThan(0.02);
    await page.keyboard.press("Shift+Tab");
    await expect(notice(page).getByRole("link")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(notice(page)).toHaveCount(0);
    await expect(pageTitle(page)).toBeFocused();
    await page.reload();
    await waitForHydration(page);
    await expect(notice(page)).toHaveCount(0);
  });

  test("it comes up on the way in from the front page too", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Submit your music" }).click();
    await expectStep(page, "artist");
    await expect(notice(page).getByRole("button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(notice(page)).toHaveCount(0);
    await expect(pageTitle(page)).toBeFocused();
  });
});

test.describe("the Beta Portal Notice, scripted", () => {
  test.use({ notice: "unseen" });

  test("takes the focus by itself, and loads nothing that waits for the page's first use", async ({
    page,
    context,
  }) => {
    await openDraftInBrowser(context, await createDraftAt("artist"));
    const lists: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("location-suggestions")) lists.push(request.url());
    });
    await page.goto("/submit/artist");
    await waitForHydration(page);
    const begin = notice(page).getByRole("button", { name: "Got it, let's start!" });
    await expect(begin).toBeFocused();
    await page.waitForLoadState("networkidle");
    expect(lists).toEqual([]);
    await begin.click();
    await expect.poll(() => lists.length).toBeGreaterThan(0);
  });
});
