import type { Page } from "playwright/test";
import { type Release, releases, type Track } from "../../workers/sandbox/spotify-catalogue";
import { expect } from "./journey";

/** A release of the sandbox's catalogue. @throws Error when it knows none of this title. */
export function release(title: string): Release {
  const found = releases.find((one) => one.title === title);
  if (!found) throw new Error(`The catalogue knows no release called ${title}`);
  return found;
}

/** The first track of a release of the sandbox's catalogue. */
export function firstTrack(title: string): Track {
  const [track] = release(title).tracks;
  if (!track) throw new Error(`${title} has no tracks`);
  return track;
}

export const albumUrl = ({ id }: Release) => `https://open.spotify.com/album/${id}`;
export const trackUrl = ({ id }: Track) => `https://open.spotify.com/track/${id}`;
const names = (artists: readonly { name: string }[]) => artists.map(({ name }) => name).join(", ");

/** An album as a submission must record it, copyrights and cover aside. */
export function recordedAlbum(album: Release) {
  const { id, title, artist, date: releaseDate, label, upc, tracks } = album;
  return {
    type: "album",
    id,
    title,
    artist: artist.name,
    image: expect.any(String),
    spotifyUrl: albumUrl(album),
    releaseDate,
    albumDetails: {
      label,
      upc,
      releaseDate,
      totalTracks: tracks.length,
      tracks: tracks.map(({ number: trackNumber, title, duration, isrc }) => ({
        trackNumber,
        title,
        duration,
        isrc,
      })),
    },
  };
}

/** A track as a submission must record it, the cover aside. */
export function recordedTrack(track: Track) {
  const { id, title, artists, duration, isrc, release: on } = track;
  return {
    type: "track",
    id,
    title,
    artist: names(artists),
    image: expect.any(String),
    spotifyUrl: trackUrl(track),
    releaseDate: on.date,
    trackDetails: {
      label: on.label,
      upc: on.upc,
      releaseDate: on.date,
      album: on.title,
      duration,
      isrc,
    },
  };
}

/** Chooses what is handed in; without script the page must be asked to show what it asks for. */
export async function chooseUploadType(page: Page, type: string, scripted: boolean): Promise<void> {
  await page.getByRole("radio", { name: type, exact: true }).check();
  if (!scripted) await page.getByRole("button", { name: "Update the page" }).first().click();
  await expect(page.getByRole("heading", { name: "Releases to transfer" })).toBeVisible();
}

/** Waits until a release stands in the list, its details known. */
async function expectListed(page: Page, title: string, label: string): Promise<void> {
  const item = page
    .getByRole("list", { name: "Releases to transfer" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: `Remove ${title}` }) });
  await expect(item).toContainText(label);
}

/** Opens the panel that adds releases. */
export async function openAdder(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a release" }).click();
  await expect(page.getByLabel("Name of your release, or of the artist")).toBeVisible();
}

/** Finds an album by its name and adds it. */
export async function addBySearch(page: Page, { title, label }: Release): Promise<void> {
  await page.getByLabel("Name of your release, or of the artist").fill(title);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const albums = page.getByRole("list", { name: "Albums" });
  await albums.getByRole("button", { name: new RegExp(`^${title}`) }).click();
  await expectListed(page, title, label);
}

/** Adds a release by its link; with script that is a tab of its own. */
export async function addByUrl(
  page: Page,
  url: string,
  { title, label, scripted }: { title: string; label: string; scripted: boolean },
): Promise<void> {
  if (scripted) await page.getByRole("tab", { name: "Enter URL" }).click();
  await page.getByLabel("Spotify URL of a track or album").fill(url);
  await page.locator("[name=intent][value=add-url]").click();
  await expectListed(page, title, label);
}
