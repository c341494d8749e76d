import * as v from "valibot";
import { addClip, socialClipsSchema } from "~/domain/clips/clip-rules";
import { TRACK_ID } from "~/domain/uploads/slots";
import { flag, list, plainLine, singleLine } from "~/forms/fields";
import { assignRowIds } from "~/forms/row-ids";
import { partsOf } from "../fields/form-field";
import { formFields } from "../fields/form-fields";
import { MAX_TRACKS } from "./release-type";
import {
  noContributors,
  normalizeContributors,
  type TrackContributors,
  typedContributorsSchema,
} from "./track-contributors";

// The id becomes part of upload slots, so an invalid one is replaced.
const trackId = v.pipe(
  singleLine,
  v.transform((id) => (TRACK_ID.test(id) ? id : "")),
);

const trackSchema = v.object({
  id: trackId,
  ...partsOf(formFields.track, "rule"),
  /** The title that its file says and the artist does not want. */
  dismissedTitle: v.optional(singleLine),
  /** Whether it is ticked while the artist chooses some of too many tracks. */
  kept: v.optional(flag),
  /** YYYY-MM-DD in a waterfall, else empty. */
  releaseDate: v.optional(plainLine, ""),
  useCustomArtwork: v.optional(flag, false),
  metadata: v.optional(v.fallback(typedContributorsSchema, noContributors), noContributors),
  socialClipsEnabled: v.optional(flag, false),
  socialClips: v.optional(socialClipsSchema, []),
});

/** A track as typed; its audio and artwork are uploads, found by their slots. */
export type Track = v.InferOutput<typeof trackSchema>;

export const tracksSchema = v.pipe(
  // One more than allowed, so that too many are noticed.
  list(trackSchema, MAX_TRACKS + 1),
  v.transform((tracks) => assignRowIds(tracks, "track")),
);

export const newTrack = (id: string): Track => ({ ...v.parse(trackSchema, {}), id });

/** A track without empty rows, and with a clip if clips are switched on. */
export function normalizeTrack(track: Track): Track {
  const { socialClipsEnabled: on, socialClips } = track;
  return {
    ...track,
    metadata: normalizeContributors(track.metadata),
    socialClips: on && socialClips.length === 0 ? addClip([]) : socialClips,
  };
}

/** Not posted by a form whose panel is closed. */
export const contributorLists = [
  "featuredArtists",
  "nonFeaturedArtists",
  "producers",
  "songwriters",
] as const satisfies readonly (keyof TrackContributors)[];
