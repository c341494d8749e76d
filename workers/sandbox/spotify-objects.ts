import type { Artist, Release, Track } from "./spotify-catalogue";

// Objects by the published contract, with the fields that Spotify withholds from new applications: the
// client must work with and without them.

const API = "https://api.spotify.com/v1";
const MARKETS = ["DE", "FR", "GB", "IE", "NL", "NO", "US"];

/** The base URL of the catalogue's images, without a trailing slash. */
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

/** An album in an artist's list: their own, or one that they appear on. */
export function discographyAlbum(release: Release, listedArtist: Artist, root: ImageRoot) {
  const group = release.artist === listedArtist ? release.kind : "appears_on";
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

/** A page of a list, with the URLs of the pages before and after it. */
export function page<T, Entry>(
  { url, limit, offset }: { url: string; limit: number; offset: number },
  all: readonly T[],
  toObject: (entry: T) => Entry,
) {
  const pageUrl = (start: number) => {
    const address = new URL(url);
    address.searchParams.set("offset", String(start));
    address.searchParams.set("limit", String(limit));
    return address.href;
  };
  return {
    href: pageUrl(offset),
    items: all.slice(offset, offset + limit).map(toObject),
    limit,
    next: offset + limit < all.length ? pageUrl(offset + limit) : null,
    offset,
    previous: offset > 0 ? pageUrl(Math.max(0, offset - limit)) : null,
    total: all.length,
  };
}
