import { formatGtin, readGtin } from "~/platform/formats/gtin";
import { readIsrc } from "~/platform/formats/isrc";
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

export const UNKNOWN_LABEL = "Unknown Label";

type Linked = { id: string; external_urls?: { spotify?: string | null } | null };

function pageUrl(type: SpotifyLinkType, { id, external_urls: urls }: Linked): string {
  return urls?.spotify || spotifyPage({ type, id });
}

function toImage({ url, width, height }: UpstreamImage): Image {
  return { url, width: width ?? null, height: height ?? null };
}

const namesText = (artists: readonly { name: string }[] | null | undefined) =>
  (artists ?? []).map(({ name }) => name).join(", ");

const toCount = (value: number | null | undefined) => Math.max(0, Math.round(value ?? 0));

/** Null for what is no code of a recording. */
function parseIsrc(ids: { isrc?: string | null } | null | undefined): string | null {
  const result = readIsrc(ids?.isrc ?? "");
  return "code" in result ? result.code : null;
}

/** The barcode, of which EAN is the longer form; null for what is no code of a release. */
function toUpc(album: UpstreamAlbum | null | undefined): string | null {
  const result = readGtin(album?.external_ids?.upc || album?.external_ids?.ean || "");
  return "code" in result ? formatGtin(result.code) : null;
}

export function artistResult(artist: UpstreamArtist): ArtistResult {
  const image = fittingImage(artist.images ?? [], "row")?.url ?? null;
  return { id: artist.id, name: artist.name, url: pageUrl("artist", artist), image };
}

export function verifiedArtist({ name, images }: UpstreamArtist): VerifiedArtist {
  const artistImage = fittingImage(images ?? [], "row")?.url ?? null;
  return { valid: true, artistName: name, artistImage };
}

function listFields(album: UpstreamAlbum | null | undefined) {
  const image = fittingImage(album?.images ?? [], "card");
  return { images: image ? [toImage(image)] : [], release_date: album?.release_date ?? "" };
}

const artistNames = ({ artists }: UpstreamAlbum | UpstreamTrack) =>
  (artists ?? []).map(({ name }) => ({ name }));

export function albumResult(album: UpstreamAlbum): MusicResult {
  const { id, name } = album;
  return { type: "album", id, name, artists: artistNames(album), ...listFields(album) };
}

export function trackResult(track: UpstreamTrack): MusicResult {
  const { id, name, album } = track;
  const albumFields = { name: album?.name ?? "", ...listFields(album) };
  return { type: "track", id, name, artists: artistNames(track), album: albumFields };
}

/** @param isrcs by track id, for the tracks of which they are known. */
export function albumMetadata(
  album: UpstreamAlbum,
  isrcs: ReadonlyMap<string, string> = new Map(),
): AlbumMetadata {
  const tracks = (album.tracks?.items ?? []).flatMap((track, index) => {
    if (!track) return [];
    const { id, name: title, track_number: number, duration_ms: length, external_ids: ids } = track;
    const isrc = parseIsrc(ids) ?? (id ? (isrcs.get(id) ?? null) : null);
    return [{ trackNumber: toCount(number ?? index + 1), title, duration: toCount(length), isrc }];
  });
  const copyrights = (album.copyrights ?? []).map(({ text, type }) => ({ text, type: type ?? "" }));
  return {
    albumTitle: album.name,
    artist: namesText(album.artists),
    label: album.label?.trim() || UNKNOWN_LABEL,
    releaseDate: album.release_date ?? "",
    totalTracks: toCount(album.total_tracks ?? tracks.length),
    tracks,
    spotifyUrl: pageUrl("album", album),
    images: (album.images ?? []).map(toImage),
    copyrights,
    upc: toUpc(album),
  };
}

/** @param album the track's album read by itself: a track names neither its label nor its barcode. */
export function trackMetadata(track: UpstreamTrack, album?: UpstreamAlbum): TrackMetadata {
  const source = album ?? track.album;
  return {
    title: track.name,
    artist: namesText(track.artists),
    album: source?.name ?? "",
    label: source?.label?.trim() || UNKNOWN_LABEL,
    releaseDate: source?.release_date ?? "",
    duration: toCount(track.duration_ms),
    isrc: parseIsrc(track.external_ids),
    spotifyUrl: pageUrl("track", track),
    albumArt: fittingImage(source?.images ?? [], "card")?.url ?? null,
    upc: toUpc(source),
  };
}

/** The ISRC of each track that has one, by the track's id. */
export function isrcsById(tracks: readonly UpstreamTrack[]): Map<string, string> {
  const entries = tracks.flatMap(({ id, external_ids: ids }): [string, string][] => {
    const isrc = parseIsrc(ids);
    return isrc ? [[id, isrc]] : [];
  });
  return new Map(entries);
}
