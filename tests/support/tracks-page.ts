import type { Locator, Page } from "playwright/test";
import { shortWav } from "./generated-files";
import { expect } from "./journey";
import { openTrack } from "./music-page";

type Choice = "Single" | "EP" | "Album";

export const titles = (page: Page) => page.getByLabel("Track title");
export const audio = (page: Page, index: number) =>
  page.getByLabel("Audio", { exact: true }).nth(index);
/** The file of a track and what is said of it. */
export const trackFileBox = (page: Page, index: number) => audio(page, index).locator("..");
export const radio = (page: Page, type: Choice) =>
  page.getByRole("radio", { name: type, exact: true });
/** A button by the whole of its name. */
export const trackButton = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true });

/** Chooses a release type; without script the button beside the cards carries it out. */
export async function chooseReleaseType(
  page: Page,
  type: Choice,
  scripted: boolean,
): Promise<void> {
  await radio(page, type).click();
  if (!scripted) await trackButton(page, "Update the page").last().click();
}

/** Types the title of a track. */
export async function typeTitle(page: Page, index: number, text: string): Promise<void> {
  await openTrack(page, index);
  await titles(page).nth(index).fill(text);
}

/** Types the titles of the first tracks. */
export async function typeTitles(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) await typeTitle(page, index, text);
}

/** The page has just these tracks, in this order. */
export async function expectTitles(page: Page, ...texts: string[]): Promise<void> {
  await expect(titles(page)).toHaveCount(texts.length);
  for (const [index, text] of texts.entries())
    await expect(titles(page).nth(index)).toHaveValue(text);
}

/** Sends the audio of a track; without script it goes with the next post, which this makes. */
export async function sendAudio(page: Page, index: number, scripted: boolean): Promise<void> {
  await audio(page, index).setInputFiles(shortWav().path);
  if (!scripted) await trackButton(page, "Update the page").last().click();
  await expect(trackFileBox(page, index)).toContainText("Uploaded and ready: 563KB");
}

/** The focus after an edit is the script's work; a page that loads anew starts at its top. */
export async function expectFocus(target: Locator, scripted: boolean): Promise<void> {
  if (scripted) await expect(target).toBeFocused();
}
