import type { Page } from "playwright/test";
import { createDraftAt } from "./draft-at";
import { expect } from "./journey";
import { openMusic } from "./music-page";
import { expectStep, pressNext, waitForHydration } from "./wizard";

/** Who is credited on the only track. */
export const section = (page: Page) =>
  page.getByRole("group", { name: "Contributors", exact: true });
/** A person in a list, or the roles of one. */
export const row = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
export const contributorButton = (page: Page, name: string) =>
  section(page).getByRole("button", { name });
/** What is said while nobody is credited. */
export const REQUIRED = "Required: Add at least one contributor or select 'Solo work' to proceed";

/** The music step of a draft whose only track is stored, said to be solo work, and unticked here. */
export async function openUncredited(page: Page): Promise<void> {
  await openMusic(page, await createDraftAt("about"));
  await page.getByLabel("Solo work").uncheck();
}

/** Unfolds everybody who can be credited. */
export async function openPanel(page: Page): Promise<void> {
  await contributorButton(page, "Add or change contributors").click();
  await expect(section(page).getByText("Songwriters", { exact: true })).toBeVisible();
}

/** Unfolds one kind of contributors. */
export async function openList(page: Page, title: string): Promise<void> {
  await section(page).getByText(title, { exact: true }).click();
}

/** Somebody in a row of artists. */
export async function fillArtist(
  page: Page,
  name: string,
  first: string,
  surname: string,
): Promise<void> {
  await row(page, name).getByLabel("First name").fill(first);
  await row(page, name).getByLabel("Surname").fill(surname);
}

/** On to the next step and back again: what is there then was stored. */
export async function saveAndReturn(page: Page): Promise<void> {
  await pressNext(page);
  await expectStep(page, "about");
  await page.goto("/submit/music");
  await waitForHydration(page);
}
