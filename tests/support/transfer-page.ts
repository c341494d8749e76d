import type { Page } from "playwright/test";
import { expect } from "./journey";
import { openMusic } from "./music-page";

export const transferButton = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name });
export const query = (page: Page) => page.getByLabel("Name of your release, or of the artist");
export const url = (page: Page) => page.getByLabel("Spotify URL of a track or album");
/** A release on the list. */
export const item = (page: Page, title: string) =>
  page
    .getByRole("list", { name: "Releases to transfer" })
    .getByRole("listitem")
    .filter({ has: transferButton(page, `Remove ${title}`) });
export const albums = (page: Page) => page.getByRole("list", { name: "Albums" });
export const tracks = (page: Page) => page.getByRole("list", { name: "Tracks" });
/** What the page says of its own accord. */
export const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

/** Chooses what is handed in; without script the page must be asked to show what it asks for. */
export async function chooseUploadType(page: Page, type: string, scripted: boolean): Promise<void> {
  await page.getByRole("radio", { name: type, exact: true }).check();
  if (!scripted) await page.getByRole("button", { name: "Update the page" }).first().click();
  await expect(page.getByRole("heading", { name: "Releases to transfer" })).toBeVisible();
}

/** The music step of an artist who only has a catalogue to transfer. */
export async function openTransfer(page: Page, scripted = true): Promise<void> {
  await openMusic(page);
  await chooseUploadType(page, "Transfer Existing", scripted);
}

/** Opens the panel that adds releases. */
export async function openAdder(page: Page): Promise<void> {
  await transferButton(page, "Add a release").click();
  await expect(query(page)).toBeVisible();
}

/** Searches by the button. */
export async function search(page: Page, text: string): Promise<void> {
  await query(page).fill(text);
  await page.getByRole("button", { name: "Search", exact: true }).click();
}

/** Adds a release by its link; with script that is a tab of its own. */
export async function addLink(page: Page, link: string, scripted: boolean): Promise<void> {
  if (scripted) await page.getByRole("tab", { name: "Enter URL" }).click();
  await url(page).fill(link);
  await page.locator("[name=intent][value=add-url]").click();
}
