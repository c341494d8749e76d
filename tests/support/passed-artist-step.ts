import type { Page } from "playwright/test";
import { createDraftAt } from "./draft-at";
import { storedDraft } from "./inject-site-failure";
import type { Visitor } from "./visitor";
import { openDraftInBrowser, waitForHydration } from "./wizard";

/** A field by its whole label. */
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The artist step of a draft that has passed it, so that one question of it is left to say. */
export async function openPassedArtistStep(page: Page): Promise<Visitor> {
  const visitor = await createDraftAt("music", { artistName: "Siggy" });
  await openDraftInBrowser(page.context(), visitor);
  await page.goto("/submit/artist");
  await waitForHydration(page);
  return visitor;
}

/** The answers of the artist step as the database has them. */
export async function savedArtist(visitor: Visitor) {
  return (await storedDraft(visitor)).answers.artist;
}

/** The search for the artist's profile, and the field for a link to it. */
export const query = (page: Page) => field(page, "Your name on Spotify");
export const url = (page: Page) => field(page, "Spotify artist URL (optional)");
/** A button by the whole of its name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const foundArtists = (page: Page) =>
  page.getByRole("list", { name: "Artists found on Spotify" });
export const profile = (page: Page) => page.getByRole("group", { name: "Your Spotify profile" });
