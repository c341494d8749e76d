import * as v from "valibot";
import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import {
  type MusicAnswers,
  newMusicNames,
  normalizeMusic,
  pickAnswers,
  transferNames,
} from "../music/music-step";
import { classifiedType } from "../music/release-type";
import type { Track } from "../music/track";
import { hasNewMusic, hasTransfer } from "../music/upload-type";
import { isWaterfall } from "../music/waterfall";
import type { Answers } from "../steps/answers";
import { inOrder, type NamedFiles } from "./file-order";
import { type ReleaseForm, releaseFormSchema, type StoredFile } from "./release-form";

type FindUpload = (slot: string) => string | undefined;

function recordedTrack(track: Track, findUpload: FindUpload, waterfall: boolean) {
  const { metadata, socialClipsEnabled, socialClips } = track;
  const artworkId =
    waterfall && track.useCustomArtwork ? findUpload(customArtworkSlot(track.id)) : undefined;
  return {
    ...track,
    uploadId: findUpload(audioSlot(track.id)),
    releaseDate: waterfall ? track.releaseDate : "",
    customArtworkUploadId: artworkId,
    metadata: {
      ...metadata,
      songwriters: metadata.songwriters.map((writer) => ({
        ...writer,
        percentage: Number(writer.percentage),
      })),
    },
    socialClips: socialClipsEnabled ? socialClips : [],
  };
}

function composeNewMusic(music: MusicAnswers, findUpload: FindUpload) {
  const waterfall = isWaterfall(music);
  return {
    ...pickAnswers(music, newMusicNames),
    classifiedType: classifiedType(music.tracks.length),
    earlyReleaseReason: music.earlyReleaseRequest ? music.earlyReleaseReason : "",
    waterfallEnabled: waterfall,
    tracks: music.tracks.map((track) => recordedTrack(track, findUpload, waterfall)),
    artworkUploadId: findUpload(ARTWORK_SLOT),
  };
}

/** The form data to record from a complete draft: only what the upload type asks for. */
export function composeRelease(
  answers: Required<Answers>,
  files: readonly StoredFile[],
): ReleaseForm {
  const { artist, about } = answers;
  const music = normalizeMusic(answers.music);
  const findUpload = (slot: string) => files.find((file) => file.slot === slot)?.uploadId;
  return v.parse(releaseFormSchema, {
    ...artist,
    ...about,
    uploadType: music.uploadType,
    ...(hasNewMusic(music) ? composeNewMusic(music, findUpload) : { tracks: [] }),
    ...(hasTransfer(music) && pickAnswers(music, transferNames)),
  });
}

/** The files that the recorded form names, in order. */
export function filesOf<T extends { uploadId: string }>(
  form: NamedFiles,
  files: readonly T[],
): T[] {
  const usedIds = new Set([
    form.artworkUploadId,
    ...form.tracks.flatMap(({ uploadId, customArtworkUploadId }) => [
      uploadId,
      customArtworkUploadId,
    ]),
  ]);
  return inOrder(form, files).filter(({ uploadId }) => usedIds.has(uploadId));
}
