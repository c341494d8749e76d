import type { Page } from "playwright";

/** A phone's screen in CSS px, by which lengths are counted. */
export const SCREEN = { width: 360, height: 740 };

/** What the music step may take of a phone, in screens, while one track is open: issue 12. */
export const MUSIC_LENGTHS = [
  { release: "a single", most: 3.2 },
  { release: "an EP", most: 4.5 },
  { release: "an album of 12 as a waterfall", most: 7 },
] as const;
type Release = (typeof MUSIC_LENGTHS)[number]["release"];

/** How many screens a page is long. */
export async function screensOf(page: Page): Promise<number> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  return height / SCREEN.height;
}

async function count(page: Page, tracks: number): Promise<void> {
  await page
    .locator("[data-track]")
    .nth(tracks - 1)
    .waitFor();
}

/** Makes an empty music step, whose scripts run, one of these releases. */
export async function chooseRelease(page: Page, release: Release): Promise<void> {
  if (release === "a single") return count(page, 1);
  const type = release === "an EP" ? "EP" : "Album";
  await page.getByRole("radio", { name: type, exact: true }).check();
  if (release === "an EP") return count(page, 3);
  await count(page, 6);
  for (let tracks = 7; tracks <= 12; tracks++) {
    await page.getByRole("button", { name: "Add a track" }).click();
    await count(page, tracks);
  }
  await page.getByRole("switch", { name: "Release as a waterfall" }).click();
  await page.getByLabel("Track 12 comes out on").waitFor();
}
