const WEB =
  /^(?:https?:\/\/)?open\.spotify\.com\/(?:intl-[a-z]{2,3}\/)?(?:embed\/)?artist\/([A-Za-z0-9]+)\/?(?:[?#].*)?$/i;
const URI = /^spotify:artist:([A-Za-z0-9]+)$/i;

/** The text shown for anything that is not a link to an artist. */
export const SPOTIFY_ARTIST_URL_TEXT =
  "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";

/**
 * The artist id in a pasted link, in every form Spotify hands out: plain, with a language, with a
 * tracking tail, embedded, or as a URI.
 * @returns the id, or undefined when this is no link to an artist.
 */
export function spotifyArtistId(link: string): string | undefined {
  const text = link.trim();
  return (WEB.exec(text) ?? URI.exec(text))?.[1];
}
