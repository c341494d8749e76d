import * as v from "valibot";

// Only used fields are parsed, and few are required: Spotify has removed fields before, for some
// applications only.

const text = v.optional(v.nullable(v.string()));
const number = v.optional(v.nullable(v.number()));
const urls = v.optional(v.nullable(v.object({ spotify: text })));
const externalIds = v.optional(v.nullable(v.object({ isrc: text, upc: text, ean: text })));

const image = v.object({ url: v.string(), width: number, height: number });
export type UpstreamImage = v.InferOutput<typeof image>;
const images = v.optional(v.nullable(v.array(image)));

const artistNames = v.optional(v.nullable(v.array(v.object({ name: v.string() }))));

/** An artist (contract: ArtistObject). */
export const upstreamArtist = v.object({
  id: v.string(),
  name: v.string(),
  external_urls: urls,
  images,
});
export type UpstreamArtist = v.InferOutput<typeof upstreamArtist>;

const albumTrack = v.object({
  id: text,
  name: v.string(),
  track_number: number,
  duration_ms: number,
  external_ids: externalIds,
});

/** An album, whole or as a search lists it (contract: AlbumObject, SimplifiedAlbumObject). */
export const upstreamAlbum = v.object({
  id: v.string(),
  name: v.string(),
  artists: artistNames,
  external_urls: urls,
  images,
  release_date: text,
  total_tracks: number,
  label: text,
  copyrights: v.optional(v.nullable(v.array(v.object({ text: v.string(), type: text })))),
  external_ids: externalIds,
  tracks: v.optional(v.nullable(v.object({ items: v.array(v.nullable(albumTrack)) }))),
});
export type UpstreamAlbum = v.InferOutput<typeof upstreamAlbum>;

/** A track (contract: TrackObject). */
export const upstreamTrack = v.object({
  id: v.string(),
  name: v.string(),
  artists: artistNames,
  album: v.optional(v.nullable(upstreamAlbum)),
  external_urls: urls,
  external_ids: externalIds,
  duration_ms: number,
});
export type UpstreamTrack = v.InferOutput<typeof upstreamTrack>;

/** One page of a search. Spotify leaves null where an entry is not available. */
function page<const S extends v.GenericSchema>(entry: S) {
  return v.object({ total: v.number(), items: v.array(v.nullable(entry)) });
}

export const artistPage = v.object({ artists: page(upstreamArtist) });
export const albumPage = v.object({ albums: page(upstreamAlbum) });
export const trackPage = v.object({ tracks: page(upstreamTrack) });

/** Reply of https://accounts.spotify.com/api/token. */
export const upstreamToken = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  /** Seconds. */
  expires_in: v.optional(v.number(), 3600),
});
