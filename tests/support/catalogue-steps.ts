import type { Page } from "playwright/test";
import type { Release, Track } from "../../workers/sandbox/spotify-catalogue";
import { expect } from "./journey";
import { addLink, albums, item, search } from "./music-step-page";

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
  const { id, title, artists, duration, isrc, release: album } = track;
  return {
    type: "track",
    id,
    title,
    artist: names(artists),
    image: expect.any(String),
    spotifyUrl: trackUrl(track),
    releaseDate: album.date,
    trackDetails: {
      label: album.label,
      upc: album.upc,
      releaseDate: album.date,
      album: album.title,
      duration,
      isrc,
    },
  };
}

/** Finds an album by its name and adds it. */
export async function addBySearch(page: Page, { title, label }: Release): Promise<void> {
  await search(page, title);
  await albums(page)
    .getByRole("button", { name: new RegExp(`^${title}`) })
    .click();
  await expect(item(page, title)).toContainText(label);
}

/** Adds a release by its link. */
export async function addByUrl(
  page: Page,
  link: string,
  { title, label, scripted }: { title: string; label: string; scripted: boolean },
): Promise<void> {
  await addLink(page, link, scripted);
  await expect(item(page, title)).toContainText(label);
}
