import type { Page } from "playwright/test";
import { createDraftAt } from "./draft-at";
import { expect } from "./journey";
import type { Visitor } from "./visitor";
import { openDraftInBrowser, waitForHydration } from "./wizard";

/** Opens the step where files are chosen, with a draft of its own unless one is given. */
export async function openMusic(page: Page, draft?: Visitor): Promise<void> {
  await openDraftInBrowser(page.context(), draft ?? (await createDraftAt("music")));
  await page.goto("/submit/music");
  await waitForHydration(page);
}

/** The card of a track, from 0: its line, its fields, its buttons. */
const card = (page: Page, index: number) => page.locator("[data-track]").nth(index);
/** The part of it that folds. */
const fold = (page: Page, index: number) => card(page, index).locator("> details");
/** The line of a track, which opens and folds it. */
export const line = (page: Page, index: number) => fold(page, index).locator("> summary");

/** Opens a track: its fields are out of sight while it is folded. The only one is never. */
export async function openTrack(page: Page, index: number): Promise<void> {
  const isOpen = () => fold(page, index).evaluate((one: HTMLDetailsElement) => one.open);
  if (await isOpen()) return;
  await line(page, index).click();
  await expectOpen(page, index);
}

/** Just this track is open; none where there is none to name. */
export async function expectOpen(page: Page, index: number | undefined): Promise<void> {
  const openTracks = () =>
    page
      .locator("[data-track] > details")
      .evaluateAll((all) => all.flatMap((one, at) => (one.hasAttribute("open") ? [at] : [])));
  await expect.poll(openTracks).toEqual(index === undefined ? [] : [index]);
}
