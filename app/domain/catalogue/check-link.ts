import { SPOTIFY_ARTIST_URL_TEXT, spotifyArtistId, spotifyLink } from "./spotify-link";

// Validation of links; pages load it on use.

const NO_SPOTIFY_ARTIST_URL_TEXT = "Please enter a Spotify artist URL";
const SPOTIFY_RELEASE_URL_TEXT = "Please enter a valid Spotify track or album URL";
const NO_SPOTIFY_RELEASE_URL_TEXT = "Please enter a Spotify URL";

/** @returns an error text; undefined for a link to an artist. */
export function checkArtistLink(text: string): string | undefined {
  if (text.trim() === "") return NO_SPOTIFY_ARTIST_URL_TEXT;
  return spotifyArtistId(text) ? undefined : SPOTIFY_ARTIST_URL_TEXT;
}

/** Parses a link to a track or album; undefined for anything else. */
export function releaseLink(text: string): { type: "track" | "album"; id: string } | undefined {
  const link = spotifyLink(text);
  return link && link.type !== "artist" ? { type: link.type, id: link.id } : undefined;
}

/** @returns an error text; undefined for a link to a track or album. */
export function checkReleaseLink(text: string): string | undefined {
  if (text.trim() === "") return NO_SPOTIFY_RELEASE_URL_TEXT;
  return releaseLink(text) ? undefined : SPOTIFY_RELEASE_URL_TEXT;
}

/** A hint for a short link, as Spotify's app shares it; undefined for any other. */
export function shortLinkHint(text: string): string | undefined {
  return /^(?:https?:\/\/)?spotify\.link\//i.test(text.trim())
    ? "This is a short link. Open it, then copy the address it takes you to."
    : undefined;
}
