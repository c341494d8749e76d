import type { Artist, Release, Track } from "./spotify-catalogue";

// Objects as the published contract names them, fields that Spotify takes from new applications
// included: the client has to do with and without them.

const API = "https://api.spotify.com/v1";
const MARKETS = ["DE", "FR", "GB", "IE", "NL", "NO", "US"];

/** Where the images of the catalogue are; ends without a slash. */
export type ImageRoot = string;

function links(type: "artist" | "album" | "track", id: string) {
  return {
    external_urls: { spotify: `https://open.spotify.com/${type}/${id}` },
    href: `${API}/${type}s/${id}`,
    id,
    type,
    uri: `spotify:${type}:${id}`,
  };
}

function images(root: ImageRoot, id: string, sizes: readonly number[]) {
  return sizes.map((size) => ({
    url: `${root}/sandbox/spotify/images/${id}?size=${size}`,
    height: size,
    width: size,
  }));
}

const simplifiedArtist = ({ id, name }: Artist) => ({ ...links("artist", id), name });

export function artistObject({ id, name, genres, followers, popularity }: Artist, root: ImageRoot) {
  return {
    ...links("artist", id),
    name,
    genres,
    followers: { href: null, total: followers },
    images: images(root, id, [640, 320, 160]),
    popularity,
  };
}

const PRECISIONS: Record<number, string> = { 4: "year", 7: "month", 10: "day" };

export function simplifiedAlbum(release: Release, root: ImageRoot) {
  const { id, title, kind, date, artist, tracks } = release;
  return {
    ...links("album", id),
    name: title,
    album_type: kind,
    total_tracks: tracks.length,
    available_markets: MARKETS,
    images: images(root, id, [640, 300, 64]),
    release_date: date,
    release_date_precision: PRECISIONS[date.length],
    artists: [simplifiedArtist(artist)],
  };
}

/** An album in an artist's list: `by` decides whether it is theirs or they appear on it. */
export function discographyAlbum(release: Release, by: Artist, root: ImageRoot) {
  const group = release.artist === by ? release.kind : "appears_on";
  return { ...simplifiedAlbum(release, root), album_group: group };
}

function simplifiedTrack({ id, title, number, artists, duration }: Track) {
  return {
    ...links("track", id),
    name: title,
    artists: artists.map(simplifiedArtist),
    available_markets: MARKETS,
    disc_number: 1,
    duration_ms: duration,
    explicit: false,
    is_local: false,
    is_playable: true,
    preview_url: null,
    track_number: number,
  };
}

export function trackObject(track: Track, root: ImageRoot) {
  return {
    ...simplifiedTrack(track),
    album: simplifiedAlbum(track.release, root),
    external_ids: { isrc: track.isrc },
    popularity: track.popularity,
  };
}

/** Who owns what, in the words of a sleeve. */
function copyrights({ date, label, artist }: Release) {
  const line = `${date.slice(0, 4)} ${label || artist.name}`;
  return [
    { text: `© ${line}`, type: "C" },
    { text: `℗ ${line}`, type: "P" },
  ];
}

export function albumObject(release: Release, root: ImageRoot) {
  const { id, tracks, upc, label, popularity } = release;
  const listed = { url: `${API}/albums/${id}/tracks`, limit: 50, offset: 0 };
  return {
    ...simplifiedAlbum(release, root),
    tracks: page(listed, tracks, simplifiedTrack),
    copyrights: copyrights(release),
    external_ids: { upc },
    genres: [],
    label,
    popularity,
  };
}

/** A part of a list, with the addresses of the parts beside it. */
export function page<T, Entry>(
  { url, limit, offset }: { url: string; limit: number; offset: number },
  all: readonly T[],
  toObject: (entry: T) => Entry,
) {
  const at = (start: number) => {
    const address = new URL(url);
    address.searchParams.set("offset", String(start));
    address.searchParams.set("limit", String(limit));
    return address.href;
  };
  return {
    href: at(offset),
    items: all.slice(offset, offset + limit).map(toObject),
    limit,
    next: offset + limit < all.length ? at(offset + limit) : null,
    offset,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    total: all.length,
  };
}
