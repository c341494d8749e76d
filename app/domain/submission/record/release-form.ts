import * as v from "valibot";
import { catalogueItemSchema } from "~/domain/catalogue/catalogue-item";
import { partsOf } from "../fields/form-field";
import { formFields } from "../fields/form-fields";

const text = v.optional(v.string(), "");
const flag = v.optional(v.boolean(), false);

const songwriter = v.object({
  firstName: text,
  lastName: text,
  percentage: v.optional(v.number(), 0),
});

const artist = v.object({
  firstName: text,
  surname: text,
  roles: v.optional(v.array(v.string()), []),
});

const metadata = v.object({
  soloWork: v.boolean(),
  featuredArtists: v.optional(v.array(artist), []),
  nonFeaturedArtists: v.optional(v.array(artist), []),
  producers: v.optional(v.array(v.string()), []),
  songwriters: v.optional(v.array(songwriter), []),
});

/** Clears the lists of solo work, whatever the source of the release. */
export function clearSoloLists<
  T extends Record<"featuredArtists" | "nonFeaturedArtists" | "songwriters", readonly unknown[]> & {
    soloWork: boolean;
  },
>(contributors: T): T {
  if (!contributors.soloWork) return contributors;
  return { ...contributors, featuredArtists: [], nonFeaturedArtists: [], songwriters: [] };
}

const track = v.object({
  ...partsOf(formFields.track, "recorded"),
  uploadId: v.optional(v.string()),
  /** YYYY-MM-DD in a waterfall, else empty. */
  releaseDate: text,
  customArtworkUploadId: v.optional(v.string()),
  metadata: v.pipe(metadata, v.transform(clearSoloLists)),
  socialClipsEnabled: flag,
  socialClips: v.optional(
    v.array(v.object({ id: text, startTime: text, endTime: text, description: text })),
    [],
  ),
});

export type RecordedTrack = v.InferOutput<typeof track>;

/** A recorded release; field names are those of the specification's form data. */
export const releaseFormSchema = v.object({
  ...partsOf(formFields.artist, "recorded"),
  uploadType: v.optional(v.picklist(["new-music", "transfer", "both"]), "new-music"),
  releaseType: v.optional(v.picklist(["single", "ep", "lp"]), "single"),
  /** The type by the number of tracks. */
  classifiedType: v.optional(v.picklist(["single", "ep", "lp"])),
  ...partsOf(formFields.release, "recorded"),
  releaseDate: text,
  earlyReleaseRequest: flag,
  earlyReleaseReason: text,
  waterfallEnabled: flag,
  tracks: v.array(track),
  artworkUploadId: v.optional(v.string()),
  ...partsOf(formFields.transfer, "recorded"),
  catalogueItems: v.optional(v.array(catalogueItemSchema), []),
  ...partsOf(formFields.about, "recorded"),
});
export type ReleaseForm = v.InferOutput<typeof releaseFormSchema>;

/** A file of the submission in the bucket. */
export const storedFileSchema = v.object({
  uploadId: v.string(),
  kind: v.picklist(["track", "artwork", "custom-artwork"]),
  slot: v.string(),
  key: v.string(),
  fileName: v.string(),
  contentType: v.string(),
  size: v.number(),
  /** In hexadecimal digits; missing in old records. */
  sha256: v.optional(v.string()),
});
export type StoredFile = v.InferOutput<typeof storedFileSchema>;
