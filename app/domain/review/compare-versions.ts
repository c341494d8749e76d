import { fieldsAt } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import { titleKey } from "~/domain/submission/music/title-rule";
import type { ReleaseForm, StoredFile } from "~/domain/submission/record/release-form";

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

const { leading, artist, release, transfer, about, track } = formFields;
const releaseRows = [leading, artist, release, transfer, about].flatMap((fields) =>
  fieldsAt<ReleaseForm>(fields, "comparison"),
);

const toRow = (field: string, before = "", now = ""): ComparedField => ({
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
  const fields = fieldsAt(track, "comparison").map(({ label, text }) =>
    toRow(name(label.toLowerCase()), trackBefore && text(trackBefore), trackNow && text(trackNow)),
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
  return [
    ...releaseRows.map(({ label, text }) => toRow(label, text(before.form), text(now.form))),
    fileRow(
      "Artwork",
      fileOf(before, before.form.artworkUploadId),
      fileOf(now, now.form.artworkUploadId),
    ),
    ...Array.from({ length: trackCount }, (_, index) => trackRows(before, now, index)).flat(),
  ]
    .filter((row) => row.before !== "" || row.now !== "")
    .sort((left, right) => Number(right.isChanged) - Number(left.isChanged));
}

/**
 * For each track of the new version the one that it replaces: that of its title at its place, else of its title,
 * else at its place; none twice. Undefined where it is new, or the earlier one had no file. It sounds the same
 * where their files are equal.
 */
export function previousTracks(now: SentVersion, before: SentVersion) {
  const { tracks } = before.form;
  const free = new Set(tracks.keys());
  const isCalled = (title: string, index: number) =>
    titleKey(title) !== "" && titleKey(tracks[index]?.title ?? "") === titleKey(title);
  const rules: ((title: string, place: number) => number | undefined)[] = [
    (title, place) => (isCalled(title, place) ? place : undefined),
    (title) => [...free].find((index) => isCalled(title, index)),
    (_, place) => place,
  ];
  const found = new Map<number, number>();
  for (const rule of rules)
    for (const [place, { title }] of now.form.tracks.entries()) {
      const index = found.has(place) ? undefined : rule(title, place);
      if (index !== undefined && free.delete(index)) found.set(place, index);
    }
  return now.form.tracks.map((track, place) => {
    const file = fileOf(before, tracks[found.get(place) ?? -1]?.uploadId);
    return file && { file, isSameFile: isSameFile(file, fileOf(now, track.uploadId)) };
  });
}

/** Whether every file of the new version is one of the earlier one. */
export function hasSameFiles(before: SentVersion, now: SentVersion): boolean {
  if (before.files.length !== now.files.length) return false;
  return now.files.every((file) => before.files.some((earlier) => isSameFile(earlier, file)));
}
