import type { BrowserContext, Page } from "playwright/test";
import { draftAt } from "./draft-at";
import { expect } from "./journey";
import { storedDraft } from "./site-drill";
import type { Visitor } from "./visitor";
import { continueIn, ready } from "./wizard";

export const SAVED = /^Saved \d\d:\d\d$/;
export const OFFLINE = "Offline, will save when you are back";

export const bio = (page: Page) => page.getByLabel("Bio (optional)");
export const state = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
export const conflict = (page: Page) =>
  page.getByRole("region", { name: "Two versions of this step" });
export const keepMine = (page: Page) =>
  page.getByRole("button", { name: "Keep what's on this page" });
export const showOther = (page: Page) => page.getByRole("link", { name: "Show the other version" });

export async function open(page: Page, step: string): Promise<void> {
  await page.goto(`/submit/${step}`);
  await ready(page);
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
  const visitor = await draftAt("review");
  await continueIn(context, visitor);
  const other = await context.newPage();
  await open(page, step);
  await open(other, step);
  return { visitor, other };
}
