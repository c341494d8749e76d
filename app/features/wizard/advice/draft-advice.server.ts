import type { MusicAnswers } from "~/domain/submission/music/music-step";
import { releaseAdvice } from "~/domain/submission/music/release-advice";
import { hasNewMusic } from "~/domain/submission/music/upload-type";
import { isWaterfall } from "~/domain/submission/music/waterfall";
import { pictureOf } from "~/domain/uploads/probe";
import { ARTWORK_SLOT, customArtworkSlot } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";
import { writtenName } from "~/platform/formats/written-name";

/** What is known of the stored picture of a slot; undefined while another one is on its way. */
function pictureIn(files: readonly FileView[], pictureSlot: string) {
  const file = files.find(({ slot, state }) => slot === pictureSlot && state === "complete");
  return file && !file.coming ? pictureOf(file.probe) : undefined;
}

/** What stores may reject in a draft, as data: the rules stay on the server. */
export function draftAdvice(
  music: MusicAnswers | undefined,
  artistName: string,
  files: readonly FileView[],
) {
  if (!music || !hasNewMusic(music)) return [];
  const { releaseTitle } = music;
  const waterfall = isWaterfall(music);
  const tracks = music.tracks.map(({ id, title, useCustomArtwork, metadata }) => {
    const hasOwn = waterfall && useCustomArtwork;
    return {
      ...{ id, title, guests: metadata.featuredArtists.map(writtenName) },
      artwork: hasOwn ? pictureIn(files, customArtworkSlot(id)) : undefined,
    };
  });
  const artwork = pictureIn(files, ARTWORK_SLOT);
  return releaseAdvice({ artistName, releaseTitle, tracks, artwork }).map(({ fix, ...advice }) => ({
    ...advice,
    isFixable: fix !== undefined,
  }));
}

/** The advice that the fields of the music step show; its artwork fields have their own. */
export function titleAdviceOf(music: MusicAnswers, artistName: string, files: readonly FileView[]) {
  return draftAdvice(music, artistName, files).filter(({ title }) => title !== "");
}
