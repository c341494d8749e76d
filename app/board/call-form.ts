import * as v from "valibot";
import type { CatalogueItem } from "~/catalogue/catalogue-item";
import { plainCharacters } from "~/platform/formats/normalize-text";
import {
  clearSoloLists,
  type RecordedTrack,
  type ReleaseForm,
  releaseFormSchema,
  type StoredFile,
} from "~/submission/record/release-form";

const text = v.optional(v.string(), "");
const code = v.optional(v.nullable(v.pipe(v.string(), v.transform(plainCharacters))), null);
const count = v.optional(v.number(), 0);

/** What a form leaves open comes as null or not at all. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutNulls(one)]));
}

const trackEntries = releaseFormSchema.entries.tracks.item.entries;

const songwriter = v.object({
  firstName: text,
  lastName: text,
  percentage: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number)), 0),
});

/** A track as the wizard's document has it (section 3): its files by their addresses. */
const track = v.object({
  ...trackEntries,
  metadata: v.optional(
    v.pipe(
      v.object({
        ...trackEntries.metadata.entries,
        soloWork: v.optional(v.boolean(), false),
        songwriters: v.optional(v.array(songwriter), []),
      }),
      v.transform(clearSoloLists),
    ),
    {},
  ),
  url: text,
  fileName: text,
  customArtworkUrl: text,
  socialClipsEnabled: v.optional(v.boolean()),
});
type CallTrack = v.InferOutput<typeof track>;

const details = { label: text, upc: code, releaseDate: text };
const albumTrack = v.object({ trackNumber: count, title: text, duration: count, isrc: code });
const copyright = v.union([
  v.pipe(
    v.string(),
    v.transform((words) => ({ text: words, type: "" })),
  ),
  v.object({ text, type: text }),
]);

/** A release to be moved, of which less may be known than the wizard finds out. */
const catalogueItem = v.pipe(
  v.object({
    type: v.optional(v.picklist(["track", "album"]), "album"),
    id: text,
    title: text,
    artist: text,
    spotifyUrl: text,
    releaseDate: text,
    albumDetails: v.optional(
      v.object({
        ...details,
        copyrights: v.optional(v.array(copyright), []),
        tracks: v.optional(v.array(albumTrack), []),
        totalTracks: count,
      }),
      {},
    ),
    trackDetails: v.optional(
      v.object({ ...details, isrc: code, album: text, duration: count }),
      {},
    ),
  }),
  v.transform(({ type, albumDetails, trackDetails, ...rest }): CatalogueItem => {
    const item = { ...rest, image: null };
    return type === "album" ? { ...item, type, albumDetails } : { ...item, type, trackDetails };
  }),
);

const file = { slot: "", key: "", contentType: "", size: 0 };

/** The files that the tracks of a call name by address, each under an id made up for it. */
function namedFiles(tracks: readonly CallTrack[]) {
  const files: StoredFile[] = [];
  const urls: Record<string, string> = {};
  const fileOf = (kind: StoredFile["kind"], index: number, url: string, fileName: string) => {
    if (!url) return undefined;
    const uploadId = `${kind}-${index}`;
    files.push({ ...file, uploadId, kind, fileName });
    urls[uploadId] = url;
    return uploadId;
  };
  const own = tracks.map((one, index): RecordedTrack => {
    const { url, fileName, customArtworkUrl, socialClipsEnabled = true, ...rest } = one;
    return {
      ...rest,
      uploadId: fileOf("track", index, url, fileName || "Audio"),
      customArtworkUploadId: fileOf("custom-artwork", index, customArtworkUrl, "Artwork"),
      socialClipsEnabled,
      socialClips: socialClipsEnabled ? one.socialClips : [],
    };
  });
  return { tracks: own, files, urls };
}

/**
 * `formData` of a call: the wizard's form data (its document, section 3), what nobody has filled in
 * left out or null. `urls` are addresses of `files` by upload id.
 */
export const callFormSchema = v.pipe(
  v.unknown(),
  v.transform(withoutNulls),
  v.object({
    ...releaseFormSchema.entries,
    tracks: v.optional(v.array(track), []),
    catalogueItems: v.optional(v.array(catalogueItem), []),
    listenLink: text,
    /** Both in invitation mode: the item is there already and is brought up to date. */
    invitationToken: text,
    mondayItemId: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ""),
  }),
  v.transform(({ listenLink, invitationToken, mondayItemId, ...form }) => {
    const { tracks, files, urls } = namedFiles(form.tracks);
    const release: ReleaseForm = { ...form, tracks };
    return { release, files, urls, listenLink, invitationToken, mondayItemId };
  }),
);
