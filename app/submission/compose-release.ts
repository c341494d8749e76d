import type { Answers } from "./draft";
import { ARTWORK_SLOT, trackSlot } from "./music-step";
import type { ReleaseForm, StoredFile } from "./release-form";

/** The answers of a complete draft as the form data that is recorded. */
export function composeRelease(
  answers: Required<Answers>,
  files: readonly StoredFile[],
): ReleaseForm {
  const { artist, music, about } = answers;
  const uploadIn = (slot: string) => files.find((file) => file.slot === slot)?.uploadId;
  return {
    ...artist,
    ...music,
    tracks: music.tracks.map((track, index) => ({
      title: track.title,
      uploadId: uploadIn(trackSlot(index)),
      metadata: {
        soloWork: track.metadata.soloWork,
        songwriters: track.metadata.songwriters.map((writer) => ({
          firstName: writer.firstName,
          lastName: writer.lastName,
          percentage: Number(writer.percentage),
        })),
      },
    })),
    artworkUploadId: uploadIn(ARTWORK_SLOT),
    ...about,
  };
}
