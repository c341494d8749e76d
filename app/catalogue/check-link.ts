import { SPOTIFY_ARTIST_URL_TEXT, spotifyArtistId, spotifyLink } from "./spotify-link";

// What is said of a link by whoever looks one up: loaded on use.

/** The text shown where a link to an artist was asked for and none was given. */
const NO_SPOTIFY_ARTIST_URL_TEXT = "Please enter a Spotify artist URL";
/** The text shown for anything that is no link to a track or album. */
const SPOTIFY_RELEASE_URL_TEXT = "Please enter a valid Spotify track or album URL";
/** The text shown where a link to a track or album was asked for and none was given. */
const NO_SPOTIFY_RELEASE_URL_TEXT = "Please enter a Spotify URL";

/** What is wrong with a link where one to an artist is asked for; undefined when nothing is. */
export function checkArtistLink(text: string): string | undefined {
  if (text.trim() === "") return NO_SPOTIFY_ARTIST_URL_TEXT;
  return spotifyArtistId(text) ? undefined : SPOTIFY_ARTIST_URL_TEXT;
}

/** A link to a track or album; undefined for anything else. */
export function releaseLink(text: string): { type: "track" | "album"; id: string } | undefined {
  const link = spotifyLink(text);
  return link && link.type !== "artist" ? { type: link.type, id: link.id } : undefined;
}

/** What is wrong with a link where one to a track or album is asked for; undefined when nothing is. */
export function checkReleaseLink(text: string): string | undefined {
  if (text.trim() === "") return NO_SPOTIFY_RELEASE_URL_TEXT;
  return releaseLink(text) ? undefined : SPOTIFY_RELEASE_URL_TEXT;
}

/** What to do about a link of the short kind, which Spotify's app shares; undefined for any other. */
export function shortLinkHint(text: string): string | undefined {
  return /^(?:https?:\/\/)?spotify\.link\//i.test(text.trim())
    ? "This is a short link. Open it, then copy the address it takes you to."
    : undefined;
}
