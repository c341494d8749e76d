const WEB =
  /^(?:https?:\/\/)?open\.spotify\.com\/(?:intl-[a-z]{2,3}\/)?(?:embed\/)?(artist|track|album)\/([a-z0-9]+)(?:[/?#]\S*)?$/i;
const URI = /^spotify:(artist|track|album):([a-z0-9]+)(?:\?\S*)?$/i;

const linkTypes = ["artist", "track", "album"] as const;

/** What a link on Spotify can lead to here. */
export type SpotifyLinkType = (typeof linkTypes)[number];

/** Where a link leads; the id as given, which Spotify may not know. */
export interface SpotifyLink {
  type: SpotifyLinkType;
  id: string;
}

/** The text shown for anything that is not a link to an artist. */
export const SPOTIFY_ARTIST_URL_TEXT =
  "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";
/** The text shown where a link to an artist was asked for and none was given. */
const NO_SPOTIFY_ARTIST_URL_TEXT = "Please enter a Spotify artist URL";
/** The text shown for anything that is no link to a track or album. */
const SPOTIFY_RELEASE_URL_TEXT = "Please enter a valid Spotify track or album URL";
/** The text shown where a link to a track or album was asked for and none was given. */
const NO_SPOTIFY_RELEASE_URL_TEXT = "Please enter a Spotify URL";

/**
 * Reads a pasted link in every form Spotify hands out: plain, with a language, with a tracking
 * tail, embedded, without https, or as a URI. Short spotify.link addresses are not among them: they
 * name nothing until they are followed.
 * @returns undefined when this is no link to an artist, track or album.
 */
export function spotifyLink(text: string): SpotifyLink | undefined {
  const link = text.trim();
  const [, name, id] = WEB.exec(link) ?? URI.exec(link) ?? [];
  const type = linkTypes.find((one) => one === name?.toLowerCase());
  return type && id ? { type, id } : undefined;
}

/**
 * The artist id in a pasted link.
 * @returns undefined when this is no link to an artist.
 */
export function spotifyArtistId(text: string): string | undefined {
  const link = spotifyLink(text);
  return link?.type === "artist" ? link.id : undefined;
}

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

/** The public page of an artist, track or album. */
export function spotifyPage({ type, id }: SpotifyLink): string {
  return `https://open.spotify.com/${type}/${id}`;
}
