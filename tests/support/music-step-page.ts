import type { Locator, Page } from "playwright/test";
import { wavBytes } from "../fixtures/wav";
import { createDraftAt, SONG } from "./drafts";
import { expect } from "./journey";
import { shortWav } from "./test-files";
import type { Visitor } from "./visitor";
import { expectStep, openDraftInBrowser, pressNext, waitForHydration } from "./wizard";

/** Opens the music step, with a new draft unless one is given. */
export async function openMusic(page: Page, draft?: Visitor): Promise<void> {
  await openDraftInBrowser(page.context(), draft ?? (await createDraftAt("music")));
  await page.goto("/submit/music");
  await waitForHydration(page);
}

/** The card of a track, from 0: its line, its fields, its buttons. */
const card = (page: Page, index: number) => page.locator("[data-track]").nth(index);
/** The collapsible part of a card. */
const fold = (page: Page, index: number) => card(page, index).locator("> details");
/** The summary line of a track. */
export const trackLine = (page: Page, index: number) => fold(page, index).locator("> summary");

/** Opens a track, unless it is the only one, which is always open. */
export async function openTrack(page: Page, index: number): Promise<void> {
  const isOpen = () => fold(page, index).evaluate((details: HTMLDetailsElement) => details.open);
  if (await isOpen()) return;
  await trackLine(page, index).click();
  await expectOpen(page, index);
}

/** Expects only this track to be open; no track where none is given. */
export async function expectOpen(page: Page, index: number | undefined): Promise<void> {
  const openTracks = () =>
    page
      .locator("[data-track] > details")
      .evaluateAll((all) =>
        all.flatMap((details, index) => (details.hasAttribute("open") ? [index] : [])),
      );
  await expect.poll(openTracks).toEqual(index === undefined ? [] : [index]);
}

type Choice = "Single" | "EP" | "Album";

export const titles = (page: Page) => page.getByLabel("Track title");
const audio = (page: Page, index: number) => page.getByLabel("Audio", { exact: true }).nth(index);
/** The box with the file of a track. */
export const trackFileBox = (page: Page, index: number) => audio(page, index).locator("..");
export const radio = (page: Page, type: Choice) =>
  page.getByRole("radio", { name: type, exact: true });
/** A button by its exact name. */
export const trackButton = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true });

/** Chooses a release type; without script by the button beside the cards. */
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

/** Expects exactly these tracks, in this order. */
export async function expectTitles(page: Page, ...texts: string[]): Promise<void> {
  await expect(titles(page)).toHaveCount(texts.length);
  for (const [index, text] of texts.entries())
    await expect(titles(page).nth(index)).toHaveValue(text);
}

/** Uploads the audio of a track; without script by posting the form. */
export async function sendAudio(page: Page, index: number, scripted: boolean): Promise<void> {
  await audio(page, index).setInputFiles(shortWav().path);
  if (!scripted) await trackButton(page, "Update the page").last().click();
  await expect(trackFileBox(page, index)).toContainText("Uploaded and ready: 563KB");
}

/** Expects the focus after an edit, with script only. */
export async function expectFocus(target: Locator, scripted: boolean): Promise<void> {
  if (scripted) await expect(target).toBeFocused();
}

const ADVICE = "Clip duration should be 30-60 seconds for optimal social media performance";
/** A minute and a half of audio in a small file. */
const song = wavBytes({ seconds: 90, sampleRate: 8_000, bits: 8, channels: 1 });

export const clips = (page: Page) => page.getByRole("button", { name: /^Social clips/ });
export const clip = (page: Page, number: number) =>
  page.getByRole("group", { name: `Clip ${number}`, exact: true });
export const start = (page: Page, number = 1) => clip(page, number).getByLabel("Starts at");
export const end = (page: Page, number = 1) => clip(page, number).getByLabel("Ends at");
export const clipButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
/** The slider of the player for choosing clips. */
export const position = (page: Page) => page.getByRole("slider", { name: /to choose its clips$/ });
export const advice = (page: Page) => page.getByText(ADVICE).filter({ visible: true });

/** Opens a complete music step whose track lasts a minute and a half. */
export async function openWithSong(page: Page): Promise<void> {
  const visitor = await createDraftAt("about");
  expect((await visitor.upload(song, SONG)).status).toBe(200);
  await openMusic(page, visitor);
}

/** Opens that step with clips switched on. */
export async function openClips(page: Page): Promise<void> {
  await openWithSong(page);
  await clips(page).click();
  await expect(start(page)).toBeVisible();
}

/** The contributors of the only track. */
export const section = (page: Page) =>
  page.getByRole("group", { name: "Contributors", exact: true });
/** A person in a list, or the roles of one. */
export const row = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
export const contributorButton = (page: Page, name: string | RegExp) =>
  section(page).getByRole("button", { name });

/** Opens a music step whose only track is stored and has no contributors. */
export async function openUncredited(page: Page): Promise<void> {
  await openMusic(page, await createDraftAt("about"));
  await page.getByLabel("Solo work").uncheck();
}

/** Opens the panel of contributors. */
export async function openPanel(page: Page): Promise<void> {
  await contributorButton(page, "Add or change contributors").click();
  await expect(contributorButton(page, "Add producer")).toBeVisible();
}

/** Opens one list of contributors. */
export async function openList(page: Page, title: string): Promise<void> {
  await section(page).getByText(title, { exact: true }).click();
}

/** Fills a row of artists. */
export async function fillArtist(
  page: Page,
  name: string,
  first: string,
  surname: string,
): Promise<void> {
  await row(page, name).getByLabel("First name").fill(first);
  await row(page, name).getByLabel("Surname").fill(surname);
}

/** Goes to the next step and back, so that the page shows what was stored. */
export async function saveAndReturn(page: Page): Promise<void> {
  await pressNext(page);
  await expectStep(page, "about");
  await page.goto("/submit/music");
  await waitForHydration(page);
}

export const transferButton = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name });
const query = (page: Page) => page.getByLabel("Name of your release, or of the artist");
const url = (page: Page) => page.getByLabel("Spotify URL of a track or album");
/** A release on the list. */
export const item = (page: Page, title: string) =>
  page
    .getByRole("list", { name: "Releases to transfer" })
    .getByRole("listitem")
    .filter({ has: transferButton(page, `Remove ${title}`) });
export const albums = (page: Page) => page.getByRole("list", { name: "Albums" });
export const tracks = (page: Page) => page.getByRole("list", { name: "Tracks" });
/** Chooses the upload type; without script a button shows its fields. */
export async function chooseUploadType(page: Page, type: string, scripted: boolean): Promise<void> {
  await page.getByRole("radio", { name: type, exact: true }).check();
  if (!scripted) await page.getByRole("button", { name: "Update the page" }).first().click();
  await expect(page.getByRole("heading", { name: "Releases to transfer" })).toBeVisible();
}

/** Opens the music step for the transfer of a catalogue. */
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
