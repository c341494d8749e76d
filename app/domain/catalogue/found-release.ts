import type { CatalogueItem } from "./catalogue-item";
import { fittingImage } from "./fitting-image";
import { UNKNOWN_LABEL } from "./read-spotify";
import { spotifyPage } from "./spotify-link";
import type { AlbumMetadata, MusicResult, TrackMetadata } from "./spotify-shapes";

export function albumItem(id: string, album: AlbumMetadata): CatalogueItem {
  const { albumTitle: title, artist, spotifyUrl, images, ...albumDetails } = album;
  const { releaseDate } = album;
  const image = fittingImage(images, "card")?.url ?? null;
  return { id, type: "album", title, artist, image, spotifyUrl, releaseDate, albumDetails };
}

export function trackItem(id: string, track: TrackMetadata): CatalogueItem {
  const { title, artist, spotifyUrl, albumArt: image, ...trackDetails } = track;
  const { releaseDate } = track;
  return { id, type: "track", title, artist, image, spotifyUrl, releaseDate, trackDetails };
}

export interface FoundRelease {
  type: "album" | "track";
  /** Spotify's id. */
  id: string;
  title: string;
  /** Several artists are joined by commas. */
  artist: string;
  image?: string | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  releaseDate?: string;
  /** The title of a track's album. */
  album?: string;
}

export function foundRelease(result: MusicResult): FoundRelease {
  const { id, type, name: title } = result;
  const source = result.type === "album" ? result : result.album;
  return {
    type,
    id,
    title,
    artist: result.artists.map(({ name }) => name).join(", "),
    image: fittingImage(source.images, "card")?.url ?? null,
    releaseDate: source.release_date,
    ...(result.type === "track" && { album: result.album.name }),
  };
}

/**
 * A release without details gets 'Unknown Label', so that it can be transferred all the same
 * (wizard document, section 8).
 */
export function itemWithoutDetails(release: FoundRelease): CatalogueItem {
  const { type, id, title, artist, image = null, releaseDate = "", album = "" } = release;
  const spotifyUrl = spotifyPage({ type, id });
  const baseItem = { id, title, artist, image, spotifyUrl, releaseDate };
  const details = { label: UNKNOWN_LABEL, upc: null, releaseDate };
  if (type === "album") {
    const albumDetails = { ...details, copyrights: [], tracks: [], totalTracks: 0 };
    return { ...baseItem, type, albumDetails };
  }
  return { ...baseItem, type, trackDetails: { ...details, isrc: null, album, duration: 0 } };
}
