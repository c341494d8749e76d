import type { RecordedTrack, ReleaseForm, StoredFile } from "./release-form";

export type NamedFiles = Pick<ReleaseForm, "artworkUploadId"> & {
  tracks: readonly Pick<RecordedTrack, "uploadId" | "customArtworkUploadId">[];
};

/** Sorts files: each track with its own artwork, then the artwork of the release. */
export function inOrder<T extends { uploadId: string }>(
  { tracks, artworkUploadId }: NamedFiles,
  files: readonly T[],
): T[] {
  const ids = [
    ...tracks.flatMap(({ uploadId, customArtworkUploadId }) => [uploadId, customArtworkUploadId]),
    artworkUploadId,
  ];
  const place = ({ uploadId }: T) => (ids.includes(uploadId) ? ids.indexOf(uploadId) : ids.length);
  return [...files].sort((a, b) => place(a) - place(b));
}

/** Sorted files with their labels: "Track 1", "Artwork of track 1", "Artwork". */
export function labelledFiles<T extends Pick<StoredFile, "uploadId" | "kind">>(
  form: NamedFiles,
  files: readonly T[],
): { label: string; file: T }[] {
  return inOrder(form, files).map((file) => {
    const audioTrack = form.tracks.findIndex(({ uploadId }) => uploadId === file.uploadId);
    const artworkTrack = form.tracks.findIndex(
      (recordedTrack) => recordedTrack.customArtworkUploadId === file.uploadId,
    );
    const number = Math.max(audioTrack, artworkTrack) + 1;
    const labels = {
      artwork: "Artwork",
      "custom-artwork": `Artwork of track ${number}`,
      track: number > 0 ? `Track ${number}` : "Track",
    };
    return { label: labels[file.kind], file };
  });
}
