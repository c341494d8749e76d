import {
  albumMetadata,
  albumResult,
  artistResult,
  isrcsById,
  trackMetadata,
  trackResult,
  verifiedArtist,
} from "~/domain/catalogue/read-spotify";
import type { UpstreamAlbum } from "~/domain/catalogue/spotify-replies";
import type {
  AlbumMetadata,
  ArtistResult,
  MusicResult,
  TrackMetadata,
  VerifiedArtist,
} from "~/domain/catalogue/spotify-shapes";
import {
  getAlbum,
  getArtist,
  getTrack,
  type SpotifyClient,
  searchAlbums,
  searchArtists,
  searchTracks,
} from "./spotify-client.server";
import { SpotifyError } from "./spotify-error.server";

/** Three requests at most for each album. */
const MAX_ISRC_RESULTS = 30;

/** Artists for a query, best first. @throws SpotifyError */
export async function findArtists(
  client: SpotifyClient,
  query: string,
  limit: number,
): Promise<ArtistResult[]> {
  return (await searchArtists(client, query, limit)).map(artistResult);
}

/** Tracks, albums or both (tracks first) for a query, up to `limit` of each. @throws SpotifyError */
export async function findMusic(
  client: SpotifyClient,
  query: string,
  types: readonly ("track" | "album")[],
  limit: number,
): Promise<MusicResult[]> {
  const [tracks, albums] = await Promise.all([
    types.includes("track") ? searchTracks(client, query, limit) : [],
    types.includes("album") ? searchAlbums(client, query, limit) : [],
  ]);
  return [...tracks.map(trackResult), ...albums.map(albumResult)];
}

export async function verifyArtist(client: SpotifyClient, id: string): Promise<VerifiedArtist> {
  return verifiedArtist(await getArtist(client, id));
}

/** For optional data, whose outage must not fail the rest. */
async function ignoreFailure<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SpotifyError) return undefined;
    throw error;
  }
}

/**
 * ISRCs of an album by track id. Albums list tracks without ISRCs, and Spotify removed the call
 * for several tracks, so a search is used: one request for ten tracks.
 */
async function albumIsrcs(
  client: SpotifyClient,
  { name, artists, tracks }: UpstreamAlbum,
): Promise<Map<string, string>> {
  const count = tracks?.items.length ?? 0;
  if (count === 0) return new Map();
  const quote = (text: string) => `"${text.replaceAll('"', " ").slice(0, 100)}"`;
  const [firstArtist] = artists ?? [];
  const query = `album:${quote(name)}${firstArtist ? ` artist:${quote(firstArtist.name)}` : ""}`;
  const limit = Math.min(Math.ceil(count / 10) * 10, MAX_ISRC_RESULTS);
  return isrcsById((await ignoreFailure(searchTracks(client, query, limit))) ?? []);
}

/** Everything about an album; ISRCs as far as they can be found. @throws SpotifyError */
export async function readAlbum(client: SpotifyClient, id: string): Promise<AlbumMetadata> {
  const album = await getAlbum(client, id);
  return albumMetadata(album, await albumIsrcs(client, album));
}

/** Everything about a track; its label and barcode are its album's. @throws SpotifyError */
export async function readTrack(client: SpotifyClient, id: string): Promise<TrackMetadata> {
  const track = await getTrack(client, id);
  const albumId = track.album?.id;
  return trackMetadata(track, albumId ? await ignoreFailure(getAlbum(client, albumId)) : undefined);
}
