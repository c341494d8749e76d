import type { RecordedTrack, ReleaseForm } from "./release-form";

/** What names the files of a release. */
export type NamedFiles = Pick<ReleaseForm, "artworkUploadId"> & {
  tracks: readonly Pick<RecordedTrack, "uploadId" | "customArtworkUploadId">[];
};

/** Files as people list them: each track with the artwork of its own, then that of the release. */
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
