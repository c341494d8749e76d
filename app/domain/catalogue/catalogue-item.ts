import * as v from "valibot";
import { readUpTo } from "~/forms/fields";
import { normalizeText } from "~/platform/formats/normalize-text";

// Kept apart from search and parsing, which pages load on use.

/** Longer than the copyright lines of any label. */
const text = v.pipe(v.string(), v.transform(readUpTo(1_000, normalizeText)));
const optionalText = v.nullable(text);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** YYYY, YYYY-MM or YYYY-MM-DD; empty if unknown. */
const releaseDate = text;
/** Milliseconds. */
const duration = count;

export const albumDetails = {
  label: text,
  /** `type` is C (the work) or P (the recording). */
  copyrights: v.array(v.object({ text, type: text })),
  tracks: v.array(v.object({ trackNumber: count, title: text, duration, isrc: optionalText })),
  /** May exceed the tracks listed: Spotify lists the first 50. */
  totalTracks: count,
  upc: optionalText,
  releaseDate,
};
export const trackDetails = {
  isrc: optionalText,
  label: text,
  /** The album's title. */
  album: text,
  duration,
  /** The album's. */
  upc: optionalText,
  releaseDate,
};

const common = {
  /** Spotify's id. */
  id: text,
  title: text,
  /** Several artists are joined by commas. */
  artist: text,
  image: optionalText,
  spotifyUrl: text,
  /** YYYY, YYYY-MM or YYYY-MM-DD: as exactly as Spotify knows it. */
  releaseDate,
};

/** A release to be transferred (wizard document, section 3). */
export const catalogueItemSchema = v.variant("type", [
  v.object({ ...common, type: v.literal("album"), albumDetails: v.object(albumDetails) }),
  v.object({ ...common, type: v.literal("track"), trackDetails: v.object(trackDetails) }),
]);
export type CatalogueItem = v.InferOutput<typeof catalogueItemSchema>;
