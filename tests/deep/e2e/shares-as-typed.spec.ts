import type { Page } from "playwright/test";
import { expect, test, withAndWithoutScript } from "../../support/journey";
import { releaseInProgress } from "../../support/published-release";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

/** A share as the page has it: its state, and what is typed. */
const share = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.locator(`input[value="${name}"]`) });

withAndWithoutScript(() => {
  test("how much of a song is shared out, and who is asked anew, follows what is typed", async ({
    page,
    context,
    scripted,
  }) => {
    const { path, visitor } = await releaseInProgress();
    await openDraftInBrowser(context, visitor);
    await page.goto(`${path}/splits`);
    await waitForHydration(page);
    const percent = page.getByLabel("Share in percent").last();
    const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
    await page.getByLabel("This is me").first().check();
    await page.getByLabel("Email").last().fill(email);
    await page.getByRole("button", { name: "Ask the songwriters" }).click();
    await expect(page.getByText("Done. We sent each of them one email")).toBeVisible();
    const bea = share(page, "Bea");
    await expect(bea.getByText(/^Waiting, /)).toBeVisible();
    await expect(page.getByText("Total 100%")).toBeVisible();
    const save = async () => {
      if (!scripted) await page.getByRole("button", { name: "Save for later" }).click();
    };
    for (const [input, verdict, state] of [
      ["30", "Need 10% more", "Not asked yet"],
      ["50", "Over 100% - Please reduce percentages", "Not asked yet"],
      ["40", "Total 100%", /^Waiting, /],
    ] as const) {
      await percent.fill(input);
      await save();
      await expect(page.getByText(verdict, { exact: true })).toBeVisible();
      await expect(bea.getByText(state)).toBeVisible();
    }
    // Another row counts at once.
    await page.getByRole("button", { name: "Add a songwriter" }).click();
    await expect(page.getByLabel("Share in percent")).toHaveCount(3);
    await percent.fill("5");
    await save();
    await expect(page.getByText("Over 100% - Please reduce percentages").first()).toBeVisible();
  });
});
