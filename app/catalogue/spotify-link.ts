const WEB =
  /^(?:https?:\/\/)?open\.spotify\.com\/(?:intl-[a-z]{2,3}\/)?(?:embed\/)?(artist|track|album)\/([a-z0-9]+)(?:[/?#]\S*)?$/i;
const URI = /^spotify:(artist|track|album):([a-z0-9]+)(?:\?\S*)?$/i;

const linkTypes = ["artist", "track", "album"] as const;

/** What a link on Spotify can lead to here. */
export type SpotifyLinkType = (typeof linkTypes)[number];

/** Where a link leads; the id as given, which Spotify may not know. */
interface SpotifyLink {
  type: SpotifyLinkType;
  id: string;
}

/** The text shown for anything that is not a link to an artist. */
export const SPOTIFY_ARTIST_URL_TEXT =
  "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";
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

/** The public page of an artist, track or album. */
export function spotifyPage({ type, id }: SpotifyLink): string {
  return `https://open.spotify.com/${type}/${id}`;
}
