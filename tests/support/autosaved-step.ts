import type { BrowserContext, Page } from "playwright/test";
import { createDraftAt } from "./draft-at";
import { storedDraft } from "./inject-site-failure";
import { expect } from "./journey";
import type { Visitor } from "./visitor";
import { openDraftInBrowser, waitForHydration } from "./wizard";

export const SAVED = /^Saved \d\d:\d\d$/;
export const OFFLINE = "Offline, will save when you are back";

export const bioField = (page: Page) => page.getByLabel("Bio (optional)");
export const autosaveStatus = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
export const conflictDialog = (page: Page) =>
  page.getByRole("region", { name: "Two versions of this step" });
export const keepMine = (page: Page) =>
  page.getByRole("button", { name: "Keep what's on this page" });
export const showOther = (page: Page) => page.getByRole("link", { name: "Show the other version" });

export async function openStepPage(page: Page, step: string): Promise<void> {
  await page.goto(`/submit/${step}`);
  await waitForHydration(page);
}

/** The stored answers of a step. */
const storedStep = async (visitor: Visitor, step: string) =>
  (await storedDraft(visitor)).answers[step] ?? {};
export const storedBio = async (visitor: Visitor) => (await storedStep(visitor, "about")).bio;

/** Waits until the database holds these answers of a step. */
export async function expectStored(
  visitor: Visitor,
  step: string,
  answers: Record<string, unknown>,
): Promise<void> {
  await expect.poll(() => storedStep(visitor, step)).toMatchObject(answers);
}

/** Two tabs of one browser on a step of one draft. */
export async function twoTabs(page: Page, context: BrowserContext, step: string) {
  const visitor = await createDraftAt("review");
  await openDraftInBrowser(context, visitor);
  const other = await context.newPage();
  await openStepPage(page, step);
  await openStepPage(other, step);
  return { visitor, other };
}
