const WEB =
  /^(?:https?:\/\/)?open\.spotify\.com\/(?:intl-[a-z]{2,3}\/)?(?:embed\/)?(artist|track|album)\/([a-z0-9]+)(?:[/?#]\S*)?$/i;
const URI = /^spotify:(artist|track|album):([a-z0-9]+)(?:\?\S*)?$/i;

const linkTypes = ["artist", "track", "album"] as const;

export type SpotifyLinkType = (typeof linkTypes)[number];

/** The id may be unknown to Spotify. */
interface SpotifyLink {
  type: SpotifyLinkType;
  id: string;
}

export const SPOTIFY_ARTIST_URL_TEXT =
  "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";
/**
 * Parses every form of Spotify link: plain, with a language or tracking parameters, embedded,
 * without https, or a URI. Short spotify.link addresses are not supported, as they name nothing
 * until they are followed.
 * @returns undefined for anything but an artist, track or album.
 */
export function spotifyLink(text: string): SpotifyLink | undefined {
  const link = text.trim();
  const [, name, id] = WEB.exec(link) ?? URI.exec(link) ?? [];
  const type = linkTypes.find((linkType) => linkType === name?.toLowerCase());
  return type && id ? { type, id } : undefined;
}

/** The artist id in a pasted link; undefined for any other link. */
export function spotifyArtistId(text: string): string | undefined {
  const link = spotifyLink(text);
  return link?.type === "artist" ? link.id : undefined;
}

/** The public page of an artist, track or album. */
export function spotifyPage({ type, id }: SpotifyLink): string {
  return `https://open.spotify.com/${type}/${id}`;
}
