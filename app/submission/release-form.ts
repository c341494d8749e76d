import * as v from "valibot";

const text = v.optional(v.string(), "");

const person = v.object({
  firstName: text,
  lastName: text,
  percentage: v.optional(v.number(), 0),
});

/** A songwriter and the share of the song (whole percent) that is theirs. */
export type Songwriter = v.InferOutput<typeof person>;

/** The whole release as recorded: field names are those of the specification's form data. */
export const releaseFormSchema = v.object({
  artistName: text,
  firstName: text,
  surname: text,
  email: text,
  phone: text,
  country: text,
  city: text,
  instagramProfile: text,
  tiktokProfile: text,
  spotifyProfile: text,
  uploadType: v.optional(v.picklist(["new-music", "transfer", "both"]), "new-music"),
  releaseType: v.optional(v.picklist(["single", "ep", "lp"]), "single"),
  releaseTitle: text,
  primaryGenre: text,
  subGenre: text,
  /** YYYY-MM-DD. */
  releaseDate: text,
  tracks: v.array(
    v.object({
      title: text,
      uploadId: v.optional(v.string()),
      metadata: v.object({ soloWork: v.boolean(), songwriters: v.array(person) }),
    }),
  ),
  artworkUploadId: v.optional(v.string()),
  bio: text,
  influences: text,
  publishingAdministrationInterest: v.optional(v.boolean(), false),
  proNumber: text,
});
export type ReleaseForm = v.InferOutput<typeof releaseFormSchema>;

/** A file of the submission as it lies in the bucket. */
export const storedFileSchema = v.object({
  uploadId: v.string(),
  kind: v.picklist(["track", "artwork"]),
  slot: v.string(),
  key: v.string(),
  fileName: v.string(),
  contentType: v.string(),
  /** Bytes. */
  size: v.number(),
});
export type StoredFile = v.InferOutput<typeof storedFileSchema>;
