import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test, useMode } from "../../support/journey";
import { openDraftInBrowser, pageTitle, waitForHydration } from "../../support/wizard";

const LINK = /\/submit\/continue\/[\w-]{43}$/;

const link = (page: Page) => page.getByLabel("Your link");
/** Makes a link in the page that offers it. @returns its address. */
async function makeLink(page: Page): Promise<string> {
  await page.goto("/submit/continue");
  await waitForHydration(page);
  await expect(pageTitle(page)).toHaveText("Continue later or on another device");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(link(page)).toHaveValue(LINK);
  return link(page).inputValue();
}

for (const mode of ["scripted", "JavaScript off"] as const)
  test.describe(mode, () => {
    useMode(mode);
  });

test("the link can be copied by its button", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDraftInBrowser(context, await createDraftAt("music"));
  const url = await makeLink(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});
