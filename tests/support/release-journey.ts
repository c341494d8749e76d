import type { Page } from "playwright/test";
import * as v from "valibot";
import { pollUntil } from "./app-stores";
import { queryAppDatabase } from "./inject-site-failure";
import { expect } from "./journey";
import { openTrack } from "./music-page";
import {
  completeArtist,
  enterWizard,
  expectStep,
  fillArtist,
  pressNext,
  pressSubmit,
} from "./wizard";

/** Who submits; unique, so that the record can be found among those of other tests. */
export interface Sender {
  name: string;
  email: string;
}

/** A sender that no other test has. */
export function sender(mode: string): Sender {
  const unique = crypto.randomUUID().slice(0, 8);
  return { name: `Sigrid ${mode} ${unique}`, email: `sigrid-${unique}@example.com` };
}

/** From the front page to the music step. */
export async function goToMusicStep(page: Page, { name, email }: Sender): Promise<void> {
  await enterWizard(page);
  const { "Artist name": _, Email: __, ...rest } = completeArtist;
  await fillArtist(page, { "Artist name": name, ...rest, Email: email });
  await pressNext(page);
  await expectStep(page, "music");
}

/** Chooses a card; without script the page must be asked to show what it asks for. */
export async function chooseCard(page: Page, card: string, scripted: boolean): Promise<void> {
  await page.getByRole("radio", { name: card, exact: true }).check();
  if (scripted) return;
  await page.getByRole("button", { name: "Update the page" }).first().click();
}

export const trackTitle = (page: Page, track: number) =>
  page.getByLabel("Track title", { exact: true }).nth(track);
export const trackAudio = (page: Page, track: number) =>
  page.getByLabel("Audio", { exact: true }).nth(track);
const soloWork = (page: Page, track: number) => page.getByLabel("Solo work").nth(track);

/** Types the title of a track. */
export async function fillTitle(page: Page, track: number, title: string): Promise<void> {
  await openTrack(page, track);
  await trackTitle(page, track).fill(title);
}

/** Says of a track that the artist made it alone. */
export async function tickSoloWork(page: Page, track: number): Promise<void> {
  await openTrack(page, track);
  await soloWork(page, track).check();
}

/** The number of tracks the page shows. */
export async function expectTracks(page: Page, count: number): Promise<void> {
  await expect(page.getByLabel("Track title", { exact: true })).toHaveCount(count);
}

/** Title and genre of the release. */
export async function fillDetails(page: Page, title: string): Promise<void> {
  await page.getByLabel("Release title").fill(title);
  await page.getByLabel("Primary genre").selectOption("Folk");
  await page.getByLabel("Sub-genre").selectOption("Indie Folk");
}

/** From the music step, everything filled, to the success page. */
export async function completeSubmission(page: Page): Promise<void> {
  await pressNext(page);
  await expectStep(page, "about");
  await pressNext(page);
  await expectStep(page, "review");
  await expect(page.getByText("Ready to Submit")).toBeVisible();
  await pressSubmit(page);
  await page.waitForURL("**/submit/success");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Successful!");
}

const row = v.object({
  form_data: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
  files: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.object({ uploadId: v.string(), kind: v.string(), fileName: v.string() })),
  ),
  monday_item_id: v.string(),
});

/** The one record of a sender, once the board has it too. */
export function waitForRecord({ name }: Sender) {
  return pollUntil(async () => {
    const rows = await queryAppDatabase("SELECT * FROM submissions WHERE artist_name = ?", name);
    expect(rows).toHaveLength(1);
    return rows[0]?.monday_item_id ? v.parse(row, rows[0]) : undefined;
  });
}
