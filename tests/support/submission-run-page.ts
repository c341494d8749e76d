import type { BrowserContext, Page } from "playwright/test";
import { queryAppDatabase, storedDraft } from "./inject-site-failure";
import { expect } from "./journey";
import type { Visitor } from "./visitor";
import { expectStep, openDraftInBrowser, pageTitle, pressNext, waitForHydration } from "./wizard";

/** Opens a draft in the browser at a step. @returns the draft's id. */
export async function openStep(
  page: Page,
  context: BrowserContext,
  visitor: Visitor,
  step = "review",
) {
  await openDraftInBrowser(context, visitor);
  await page.goto(`/submit/${step}`);
  await waitForHydration(page);
  return (await storedDraft(visitor)).id;
}

/** The success page is there, and the draft is one submission. */
export async function expectSubmitted(page: Page, draftId: string): Promise<void> {
  await page.waitForURL("**/submit/success");
  await expect(pageTitle(page)).toHaveText("Submission Successful!");
  const rows = await queryAppDatabase("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  expect(rows).toHaveLength(1);
}

/** From the music step to Review, without leaving the page. */
export async function toReview(page: Page): Promise<void> {
  await pressNext(page);
  await expectStep(page, "about");
  await pressNext(page);
  await expectStep(page, "review");
}
