import type { Page } from "playwright/test";
import { staffMember } from "../../support/accounts";
import { openStoreReader } from "../../support/app-stores";
import { createDraftAt } from "../../support/drafts";
import { expect, test, withAndWithoutScript } from "../../support/journey";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

/* Staff choose from the queue by what a row says, on a phone. */

const store = openStoreReader();

/** A sent single by an artist of this name, whose genre is Folk. */
async function sendSingle(artistName: string): Promise<void> {
  const sender = await createDraftAt("review", { artistName });
  expect((await sender.post("/submit/review", { intent: "submit" })).status).toBe(302);
}

const rows = (page: Page) => page.locator("a[data-row]");

withAndWithoutScript((mode) => {
  test("staff filter, and decide on all that match", async ({ page, context, scripted }) => {
    const name = `Choosable ${mode.length} ${crypto.randomUUID().slice(0, 8)}`;
    for (const artist of [`${name} One`, `${name} Two`]) await sendSingle(artist);
    await openDraftInBrowser(context, await staffMember("Cleo Choice"));
    await page.goto("/staff");
    await page.getByLabel("Search", { exact: true }).fill(name);
    await page.getByLabel("Filter", { exact: true }).click();
    await page.getByLabel("Type", { exact: true }).selectOption("Single");
    await page.getByLabel("Genre").selectOption("Folk");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page).toHaveURL(/[?&]type=single&genre=Folk/);
    await page.reload();
    await expect(page.getByRole("link", { name: "Folk: take this filter away" })).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByText("Single · Folk")).toHaveCount(2);
    if (scripted) await waitForHydration(page);

    await page.locator("summary", { hasText: "For those you choose: a status or a sheet" }).click();
    await page.getByLabel("Choose all that match").check();
    await page.getByLabel("New status").selectOption("Processing");
    await page.getByRole("button", { name: "Look at it first" }).click();
    await expect(page.getByText("2 entries are chosen.")).toBeVisible();
    await page.getByRole("button", { name: /^Set the status/ }).click();
    await expect(page.getByRole("link", { name: /queue/i }).first()).toBeVisible();
    const decided = "SELECT status FROM review_items WHERE artist_name LIKE ?";
    expect(await store.rows(decided, `${name}%`)).toEqual([
      { status: "processing" },
      { status: "processing" },
    ]);
  });
});
