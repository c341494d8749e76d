import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import { writtenName } from "~/platform/formats/written-name";

/** A submission as it was sent. */
export interface SentVersion {
  form: ReleaseForm;
  files: readonly StoredFile[];
}

/** A field of both versions, in words. */
export interface ComparedField {
  field: string;
  before: string;
  now: string;
  isChanged: boolean;
}

const yesNo = (flag: boolean) => (flag ? "Yes" : "No");
const UPLOAD_TYPES = { "new-music": "New music", transfer: "Transfer", both: "Both" };
const RELEASE_TYPES = { single: "Single", ep: "EP", lp: "Album" };

const FORM_FIELDS: readonly (readonly [field: string, toText: (form: ReleaseForm) => string])[] = [
  ["Title", (form) => form.releaseTitle],
  ["Artist", (form) => form.artistName],
  ["First name", (form) => form.firstName],
  ["Surname", (form) => form.surname],
  ["Full name", (form) => form.fullName],
  ["Email", (form) => form.email],
  ["Phone", (form) => form.phone],
  ["Country", (form) => form.country],
  ["City", (form) => form.city],
  ["Instagram", (form) => form.instagramProfile],
  ["TikTok", (form) => form.tiktokProfile],
  ["Spotify", (form) => form.spotifyProfile],
  ["What is sent", (form) => UPLOAD_TYPES[form.uploadType]],
  ["Release type", (form) => RELEASE_TYPES[form.releaseType]],
  ["Genre", (form) => form.primaryGenre],
  ["Subgenre", (form) => form.subGenre],
  ["Release date", (form) => form.releaseDate],
  ["Early release", (form) => yesNo(form.earlyReleaseRequest)],
  ["Reason for an early release", (form) => form.earlyReleaseReason],
  ["Waterfall", (form) => yesNo(form.waterfallEnabled)],
  ["Tracks", (form) => String(form.tracks.length)],
  ["Distributor", (form) => form.distributor],
  ["Releases to transfer", (form) => form.catalogueItems.map(({ title }) => title).join("\n")],
  ["Biography", (form) => form.bio],
  ["Influences", (form) => form.influences],
  ["Publishing administration", (form) => yesNo(form.publishingAdministrationInterest)],
  ["PRO number", (form) => form.proNumber],
];

type Artists = RecordedTrack["metadata"]["featuredArtists"];
const artistsText = (artists: Artists) =>
  artists
    .map(({ firstName, surname, roles }) =>
      [writtenName({ firstName, surname }), roles.join(", ")].filter(Boolean).join(": "),
    )
    .join("\n");

const TRACK_FIELDS: readonly (readonly [
  field: string,
  toText: (track: RecordedTrack) => string,
])[] = [
  ["title", (track) => track.title],
  ["release date", (track) => track.releaseDate],
  ["solo work", (track) => yesNo(track.metadata.soloWork)],
  [
    "songwriters",
    ({ metadata }) =>
      metadata.songwriters
        .map((writer) => `${writtenName(writer)} ${writer.percentage}%`)
        .join("\n"),
  ],
  ["featured artists", ({ metadata }) => artistsText(metadata.featuredArtists)],
  ["non-featured artists", ({ metadata }) => artistsText(metadata.nonFeaturedArtists)],
  ["producers", ({ metadata }) => metadata.producers.join(", ")],
  [
    "social clips",
    ({ socialClipsEnabled, socialClips }) =>
      socialClipsEnabled
        ? socialClips
            .map(({ startTime, endTime, description }) =>
              [`${startTime} to ${endTime}`, description].filter(Boolean).join(": "),
            )
            .join("\n")
        : "",
  ],
];

const toRow = (field: string, before: string, now: string): ComparedField => ({
  ...{ field, before, now },
  isChanged: before.trim() !== now.trim(),
});

/** Files are equal by their hashes; where one has none, by their object in the bucket. */
function isSameFile(before: StoredFile | undefined, now: StoredFile | undefined): boolean {
  if (!before || !now) return before === now;
  if (before.sha256 && now.sha256) return before.sha256 === now.sha256;
  return before.key === now.key;
}

function fileRow(
  field: string,
  before: StoredFile | undefined,
  now: StoredFile | undefined,
): ComparedField {
  const isSame = isSameFile(before, now);
  const [nameBefore, nameNow] = [before?.fileName ?? "", now?.fileName ?? ""];
  const mark = isSame ? " (same file)" : " (another file)";
  const isReplaced = before !== undefined && now !== undefined;
  return {
    ...{ field, before: nameBefore },
    now: isReplaced ? nameNow + mark : nameNow,
    isChanged: !isSame || nameBefore !== nameNow,
  };
}

const fileOf = ({ files }: SentVersion, uploadId: string | undefined) =>
  uploadId === undefined ? undefined : files.find((file) => file.uploadId === uploadId);

function trackRows(before: SentVersion, now: SentVersion, index: number): ComparedField[] {
  const [trackBefore, trackNow] = [before.form.tracks[index], now.form.tracks[index]];
  const name = (field: string) => `Track ${index + 1}, ${field}`;
  const fields = TRACK_FIELDS.map(([field, toText]) =>
    toRow(name(field), trackBefore ? toText(trackBefore) : "", trackNow ? toText(trackNow) : ""),
  );
  const fileFields = [
    ["audio file", "uploadId"],
    ["own artwork", "customArtworkUploadId"],
  ] as const;
  const files = fileFields.map(([field, key]) =>
    fileRow(name(field), fileOf(before, trackBefore?.[key]), fileOf(now, trackNow?.[key])),
  );
  return [...fields, ...files];
}

/** All fields of two versions with what changed, the changed ones first; blank ones are left out. */
export function compareVersions(before: SentVersion, now: SentVersion): ComparedField[] {
  const trackCount = Math.max(before.form.tracks.length, now.form.tracks.length);
  const rows = [
    ...FORM_FIELDS.map(([field, toText]) => toRow(field, toText(before.form), toText(now.form))),
    fileRow(
      "Artwork",
      fileOf(before, before.form.artworkUploadId),
      fileOf(now, now.form.artworkUploadId),
    ),
    ...Array.from({ length: trackCount }, (_, index) => trackRows(before, now, index)).flat(),
  ].filter((row) => row.before !== "" || row.now !== "");
  const isChanged = (row: ComparedField) => row.isChanged;
  return [...rows.filter(isChanged), ...rows.filter((row) => !row.isChanged)];
}

/** Whether every file of the new version is one of the earlier one. */
export function hasSameFiles(before: SentVersion, now: SentVersion): boolean {
  if (before.files.length !== now.files.length) return false;
  return now.files.every((file) => before.files.some((earlier) => isSameFile(earlier, file)));
}
