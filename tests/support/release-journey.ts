import type { Page } from "playwright/test";
import * as v from "valibot";
import { pollUntil } from "./app-stores";
import { createDraftAt } from "./drafts";
import { queryAppDatabase, storedDraft } from "./inject-site-failure";
import { expect } from "./journey";
import { openTrack } from "./music-step-page";
import { sleeve } from "./test-files";
import type { Visitor } from "./visitor";
import {
  artworkField,
  completeArtist,
  enterWizard,
  expectStep,
  fillArtist,
  openDraftInBrowser,
  pressNext,
  pressSubmit,
  waitForHydration,
} from "./wizard";

/** A unique artist, so that the record can be found among those of other tests. */
export interface Sender {
  name: string;
  email: string;
}

/** Creates a unique sender. */
export function sender(mode: string): Sender {
  const unique = crypto.randomUUID().slice(0, 8);
  return { name: `Sigrid ${mode} ${unique}`, email: `sigrid-${unique}@example.com` };
}

/** Goes from the front page to the music step. */
export async function goToMusicStep(page: Page, { name, email }: Sender): Promise<void> {
  await enterWizard(page);
  const { "Artist name": _, Email: __, ...rest } = completeArtist;
  await fillArtist(page, { "Artist name": name, ...rest, Email: email });
  await pressNext(page);
  await expectStep(page, "music");
}

/** Chooses a card; without script a button shows its fields. */
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

/** Marks a track as solo work. */
export async function tickSoloWork(page: Page, track: number): Promise<void> {
  await openTrack(page, track);
  await soloWork(page, track).check();
}

/** Expects a number of tracks. */
export async function expectTracks(page: Page, count: number): Promise<void> {
  await expect(page.getByLabel("Track title", { exact: true })).toHaveCount(count);
}

/** Fills title and genre of the release. */
export async function fillDetails(page: Page, title: string): Promise<void> {
  await page.getByLabel("Release title").fill(title);
  await page.getByLabel("Primary genre").selectOption("Folk");
  await page.getByLabel("Sub-genre").selectOption("Indie Folk");
}

/** Fills the music step with a single that is solo work. */
export async function fillSingle(page: Page, audioPath: string): Promise<void> {
  await fillTitle(page, 0, "Night Ferry");
  await tickSoloWork(page, 0);
  await trackAudio(page, 0).setInputFiles(audioPath);
  await artworkField(page).setInputFiles(sleeve().path);
  await fillDetails(page, "Night Ferry");
}

/** Goes from a complete music step to the success page. */
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

/** Waits for the only record of a sender, with its item on the board. */
export function waitForRecord({ name }: Sender) {
  return pollUntil(async () => {
    const rows = await queryAppDatabase("SELECT * FROM submissions WHERE artist_name = ?", name);
    expect(rows).toHaveLength(1);
    return rows[0]?.monday_item_id ? v.parse(row, rows[0]) : undefined;
  });
}

/** The answers that differ between runs. `date` is YYYY-MM-DD. */
interface ArtistAnswers {
  name: string;
  email: string;
  date: string;
}

export const bio = "Sigrid Vale sings of ferries.\nShe grew up in Cork.";

/** The expected form data of the journey's record, with files by upload id. */
export function recordedForm(answers: ArtistAnswers, files: { track?: string; artwork?: string }) {
  return {
    artistName: answers.name,
    firstName: "Sigrid",
    surname: "Valentin",
    fullName: "",
    email: answers.email,
    phone: "+353 21 555 0100",
    country: "Ireland",
    city: "Cork",
    instagramProfile: "instagram.com/sigridvale",
    tiktokProfile: "https://www.tiktok.com/@sigridvale",
    spotifyProfile: "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
    uploadType: "new-music",
    releaseType: "single",
    classifiedType: "single",
    earlyReleaseRequest: false,
    earlyReleaseReason: "",
    waterfallEnabled: false,
    distributor: "",
    catalogueItems: [],
    releaseTitle: "Night Ferry",
    primaryGenre: "Folk",
    subGenre: "Indie Folk",
    releaseDate: answers.date,
    tracks: [
      {
        title: "Night Ferry",
        uploadId: files.track,
        releaseDate: "",
        socialClipsEnabled: false,
        socialClips: [],
        metadata: {
          soloWork: false,
          featuredArtists: [],
          nonFeaturedArtists: [],
          producers: [],
          songwriters: [
            { firstName: "Ada", lastName: "Byron", percentage: 60 },
            { firstName: "Bea", lastName: "Okafor", percentage: 40 },
          ],
        },
      },
    ],
    artworkUploadId: files.artwork,
    bio,
    influences: "Agnes Obel, Lankum",
    publishingAdministrationInterest: true,
    proNumber: "IMRO 12345",
  };
}

/** The expected columns of the journey's item on the board. */
export function boardColumns(
  answers: ArtistAnswers,
  submission: { id: string; reference: string; created_at: string; reply_due_at: string },
  links: { audio: string; artwork: string },
) {
  return {
    artist_name: answers.name,
    first_name: "Sigrid",
    surname: "Valentin",
    email: { email: answers.email, text: answers.email },
    phone: "+353 21 555 0100",
    country: { countryCode: "IE", countryName: "Ireland" },
    city: "Cork",
    instagram: {
      url: "https://instagram.com/sigridvale",
      text: "instagram.com/sigridvale",
    },
    tiktok: {
      url: "https://www.tiktok.com/@sigridvale",
      text: "www.tiktok.com/@sigridvale",
    },
    spotify: {
      url: "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
      text: "open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
    },
    upload_type: { label: "New music" },
    release_type: { label: "Single" },
    release_title: "Night Ferry",
    primary_genre: "Folk",
    sub_genre: "Indie Folk",
    release_date: { date: answers.date },
    track_titles: { text: "1. Night Ferry" },
    songwriters: { text: 'Track 1 "Night Ferry": Ada Byron 60%, Bea Okafor 40%' },
    bio: { text: bio },
    influences: { text: "Agnes Obel, Lankum" },
    publishing_interest: { checked: "true" },
    pro_number: "IMRO 12345",
    audio_files: { text: `Track 1 "Night Ferry": ${links.audio}` },
    audio_link: { url: links.audio, text: 'Track 1 "Night Ferry"' },
    artwork_link: { url: links.artwork, text: "Artwork" },
    status: { label: "Pending" },
    submitted_at: { date: submission.created_at.slice(0, 10) },
    reply_due_date: { date: submission.reply_due_at.slice(0, 10) },
    reference: submission.reference,
    submission_id: submission.id,
    submission_source: "Artist portal",
  };
}

/** A field by its exact label. */
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Opens the artist step of a draft that has passed it. */
export async function openPassedArtistStep(page: Page): Promise<Visitor> {
  const visitor = await createDraftAt("music", { artistName: "Siggy" });
  await openDraftInBrowser(page.context(), visitor);
  await page.goto("/submit/artist");
  await waitForHydration(page);
  return visitor;
}

/** The stored answers of the artist step. */
export async function savedArtist(visitor: Visitor) {
  return (await storedDraft(visitor)).answers.artist;
}

/** The search for the artist's profile, and the field for a link to it. */
export const query = (page: Page) => field(page, "Your name on Spotify");
export const url = (page: Page) => field(page, "Spotify artist URL (optional)");
/** A button by its exact name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const foundArtists = (page: Page) =>
  page.getByRole("list", { name: "Artists found on Spotify" });
export const profile = (page: Page) => page.getByRole("group", { name: "Your Spotify profile" });
