import * as v from "valibot";
import { albumDetails, trackDetails } from "./catalogue-item";

// Replies of /api/spotify/* (both documents of the specification). Browsers parse them with these
// schemas.

const text = v.string();
const optionalText = v.nullable(v.string());
const pixels = v.nullable(v.number());

/** Largest first, as Spotify lists them. Sizes in pixels where they are known. */
const image = v.object({ url: text, width: pixels, height: pixels });
export type Image = v.InferOutput<typeof image>;

/** YYYY, YYYY-MM or YYYY-MM-DD; empty if unknown. */
const releaseDate = text;
/** Several artists are joined by commas. */
const artist = text;

/** The image is the smallest that fills a list row. */
export const artistResultSchema = v.object({
  id: text,
  name: text,
  url: text,
  image: optionalText,
});
export type ArtistResult = v.InferOutput<typeof artistResultSchema>;

export interface VerifiedArtist {
  valid: true;
  artistName: string;
  artistImage: string | null;
}

const names = v.array(v.object({ name: text }));
const covers = v.array(image);

/** The one image is the smallest that fills a card. */
export const musicResultSchema = v.variant("type", [
  v.object({
    type: v.literal("track"),
    id: text,
    name: text,
    artists: names,
    album: v.object({ name: text, images: covers, release_date: releaseDate }),
  }),
  v.object({
    type: v.literal("album"),
    id: text,
    name: text,
    artists: names,
    images: covers,
    release_date: releaseDate,
  }),
]);
export type MusicResult = v.InferOutput<typeof musicResultSchema>;

export const albumMetadataSchema = v.object({
  albumTitle: text,
  artist,
  spotifyUrl: text,
  images: v.array(image),
  ...albumDetails,
});
export type AlbumMetadata = v.InferOutput<typeof albumMetadataSchema>;

export const trackMetadataSchema = v.object({
  title: text,
  artist,
  spotifyUrl: text,
  albumArt: optionalText,
  ...trackDetails,
});
export type TrackMetadata = v.InferOutput<typeof trackMetadataSchema>;
