import { fittingImage } from "./fitting-image";
import { type SpotifyLinkType, spotifyPage } from "./spotify-link";
import type {
  UpstreamAlbum,
  UpstreamArtist,
  UpstreamImage,
  UpstreamTrack,
} from "./spotify-replies";
import type {
  AlbumMetadata,
  ArtistResult,
  Image,
  MusicResult,
  TrackMetadata,
  VerifiedArtist,
} from "./spotify-shapes";

/** Shown and kept where Spotify names no label. */
export const UNKNOWN_LABEL = "Unknown Label";

type Linked = { id: string; external_urls?: { spotify?: string | null } | null };

function pageOf(type: SpotifyLinkType, { id, external_urls: urls }: Linked): string {
  return urls?.spotify || spotifyPage({ type, id });
}

function sized({ url, width, height }: UpstreamImage): Image {
  return { url, width: width ?? null, height: height ?? null };
}

const namesText = (artists: readonly { name: string }[] | null | undefined) =>
  (artists ?? []).map(({ name }) => name).join(", ");

/** A count as ours: whole and not negative. */
const count = (value: number | null | undefined) => Math.max(0, Math.round(value ?? 0));

/** An ISRC without the hyphens and lower case it is sometimes shown with. */
const isrcOf = (ids: { isrc?: string | null } | null | undefined) =>
  ids?.isrc?.replaceAll("-", "").toUpperCase() || null;

/** The barcode, of which EAN is the longer form. */
const upcOf = (album: UpstreamAlbum | null | undefined) =>
  album?.external_ids?.upc || album?.external_ids?.ean || null;

export function artistResult(artist: UpstreamArtist): ArtistResult {
  const image = fittingImage(artist.images ?? [], "row")?.url ?? null;
  return { id: artist.id, name: artist.name, url: pageOf("artist", artist), image };
}

export function verifiedArtist({ name, images }: UpstreamArtist): VerifiedArtist {
  const artistImage = fittingImage(images ?? [], "row")?.url ?? null;
  return { valid: true, artistName: name, artistImage };
}

/** What a list shows of an album: one image, and the date. */
function listed(album: UpstreamAlbum | null | undefined) {
  const image = fittingImage(album?.images ?? [], "card");
  return { images: image ? [sized(image)] : [], release_date: album?.release_date ?? "" };
}

const artistNames = ({ artists }: UpstreamAlbum | UpstreamTrack) =>
  (artists ?? []).map(({ name }) => ({ name }));

export function albumResult(album: UpstreamAlbum): MusicResult {
  const { id, name } = album;
  return { type: "album", id, name, artists: artistNames(album), ...listed(album) };
}

export function trackResult(track: UpstreamTrack): MusicResult {
  const { id, name, album } = track;
  const on = { name: album?.name ?? "", ...listed(album) };
  return { type: "track", id, name, artists: artistNames(track), album: on };
}

/** @param isrcs by track id, for the tracks of which they are known. */
export function albumMetadata(
  album: UpstreamAlbum,
  isrcs: ReadonlyMap<string, string> = new Map(),
): AlbumMetadata {
  const tracks = (album.tracks?.items ?? []).flatMap((track, index) => {
    if (!track) return [];
    const { id, name: title, track_number: number, duration_ms: length, external_ids: ids } = track;
    const isrc = isrcOf(ids) ?? (id ? (isrcs.get(id) ?? null) : null);
    return [{ trackNumber: count(number ?? index + 1), title, duration: count(length), isrc }];
  });
  const copyrights = (album.copyrights ?? []).map(({ text, type }) => ({ text, type: type ?? "" }));
  return {
    albumTitle: album.name,
    artist: namesText(album.artists),
    label: album.label?.trim() || UNKNOWN_LABEL,
    releaseDate: album.release_date ?? "",
    totalTracks: count(album.total_tracks ?? tracks.length),
    tracks,
    spotifyUrl: pageOf("album", album),
    images: (album.images ?? []).map(sized),
    copyrights,
    upc: upcOf(album),
  };
}

/** @param album the track's album read by itself: a track names neither its label nor its barcode. */
export function trackMetadata(track: UpstreamTrack, album?: UpstreamAlbum): TrackMetadata {
  const on = album ?? track.album;
  return {
    title: track.name,
    artist: namesText(track.artists),
    album: on?.name ?? "",
    label: on?.label?.trim() || UNKNOWN_LABEL,
    releaseDate: on?.release_date ?? "",
    duration: count(track.duration_ms),
    isrc: isrcOf(track.external_ids),
    spotifyUrl: pageOf("track", track),
    albumArt: fittingImage(on?.images ?? [], "card")?.url ?? null,
    upc: upcOf(on),
  };
}

/** The ISRC of each track that has one, by the track's id. */
export function isrcsById(tracks: readonly UpstreamTrack[]): Map<string, string> {
  const entries = tracks.flatMap(({ id, external_ids: ids }): [string, string][] => {
    const isrc = isrcOf(ids);
    return isrc ? [[id, isrc]] : [];
  });
  return new Map(entries);
}
