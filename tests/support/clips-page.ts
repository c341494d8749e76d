import type { Page } from "playwright/test";
import { wavBytes } from "../fixtures/wav";
import { createDraftAt, SONG } from "./draft-at";
import { expect } from "./journey";
import { openMusic } from "./music-page";

export const ADVICE = "Clip duration should be 30-60 seconds for optimal social media performance";
/** A minute and a half that a phone's line carries easily. */
const song = wavBytes({ seconds: 90, sampleRate: 8_000, bits: 8, channels: 1 });

export const clips = (page: Page) => page.getByRole("switch", { name: /^Social clips/ });
export const clip = (page: Page, number: number) =>
  page.getByRole("group", { name: `Clip ${number}`, exact: true });
export const start = (page: Page, number = 1) => clip(page, number).getByLabel("Starts at");
export const end = (page: Page, number = 1) => clip(page, number).getByLabel("Ends at");
export const clipButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
/** The position of the player with which clips are chosen. */
export const position = (page: Page) => page.getByRole("slider", { name: /to choose its clips$/ });
export const advice = (page: Page) => page.getByText(ADVICE).filter({ visible: true });

/** The music step with everything in it that it asks for; its track lasts a minute and a half. */
export async function openWithSong(page: Page): Promise<void> {
  const visitor = await createDraftAt("about");
  expect((await visitor.upload(song, SONG)).status).toBe(200);
  await openMusic(page, visitor);
}

/** That step with its clips switched on. */
export async function openClips(page: Page): Promise<void> {
  await openWithSong(page);
  await clips(page).click();
  await expect(start(page)).toBeVisible();
}
