import * as v from "valibot";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import {
  clearSoloLists,
  type RecordedTrack,
  type ReleaseForm,
  releaseFormSchema,
  type StoredFile,
} from "~/domain/submission/record/release-form";
import { plainCharacters } from "~/platform/formats/normalize-text";

const text = v.optional(v.string(), "");
const code = v.optional(v.nullable(v.pipe(v.string(), v.transform(plainCharacters))), null);
const count = v.optional(v.number(), 0);

/** Empty fields come as null or not at all. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}

const trackEntries = releaseFormSchema.entries.tracks.item.entries;

const songwriter = v.object({
  firstName: text,
  lastName: text,
  percentage: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number)), 0),
});

/** A track with file URLs (wizard document, section 3). */
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
    v.transform((copyrightText) => ({ text: copyrightText, type: "" })),
  ),
  v.object({ text, type: text }),
]);

/** A release to transfer, possibly with fewer details than from the wizard. */
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

/** Files named by URL, each with a generated id. */
function collectFiles(tracks: readonly CallTrack[]) {
  const files: StoredFile[] = [];
  const urls: Record<string, string> = {};
  const addFile = (kind: StoredFile["kind"], index: number, url: string, fileName: string) => {
    if (!url) return undefined;
    const uploadId = `${kind}-${index}`;
    files.push({ ...file, uploadId, kind, fileName });
    urls[uploadId] = url;
    return uploadId;
  };
  const recordedTracks = tracks.map((callTrack, index): RecordedTrack => {
    const { url, fileName, customArtworkUrl, socialClipsEnabled = true, ...rest } = callTrack;
    return {
      ...rest,
      uploadId: addFile("track", index, url, fileName || "Audio"),
      customArtworkUploadId: addFile("custom-artwork", index, customArtworkUrl, "Artwork"),
      socialClipsEnabled,
      socialClips: socialClipsEnabled ? callTrack.socialClips : [],
    };
  });
  return { tracks: recordedTracks, files, urls };
}

/**
 * `formData` of a call (wizard document, section 3); empty values may be null or absent. `urls`
 * maps upload ids to URLs.
 */
export const callFormSchema = v.pipe(
  v.unknown(),
  v.transform(withoutNulls),
  v.object({
    ...releaseFormSchema.entries,
    tracks: v.optional(v.array(track), []),
    catalogueItems: v.optional(v.array(catalogueItem), []),
    listenLink: text,
    /** Both are set in invitation mode, where an existing item is updated. */
    invitationToken: text,
    mondayItemId: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ""),
  }),
  v.transform(({ listenLink, invitationToken, mondayItemId, ...form }) => {
    const { tracks, files, urls } = collectFiles(form.tracks);
    const release: ReleaseForm = { ...form, tracks };
    return { release, files, urls, listenLink, invitationToken, mondayItemId };
  }),
);
