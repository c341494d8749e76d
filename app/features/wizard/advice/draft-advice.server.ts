import type { MusicAnswers } from "~/domain/submission/music/music-step";
import { ARTWORK, releaseAdvice } from "~/domain/submission/music/release-advice";
import { hasNewMusic } from "~/domain/submission/music/upload-type";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";

/** The stored cover's measures; undefined while another one is on its way. */
function artworkIn(files: readonly FileView[]) {
  const file = files.find(({ slot, state }) => slot === ARTWORK_SLOT && state === "complete");
  return file?.probe?.kind === "jpeg" && !file.coming ? file.probe : undefined;
}

/** What stores may reject in a draft, as data: the rules stay on the server. */
export function draftAdvice(
  music: MusicAnswers | undefined,
  artistName: string,
  files: readonly FileView[],
) {
  if (!music || !hasNewMusic(music)) return [];
  const { releaseTitle, tracks } = music;
  const artwork = artworkIn(files);
  return releaseAdvice({ artistName, releaseTitle, tracks, artwork }).map(({ fix, ...advice }) => ({
    ...advice,
    isFixable: fix !== undefined,
  }));
}

/** The advice that the fields of the music step show; its artwork field has its own. */
export function titleAdviceOf(music: MusicAnswers, artistName: string, files: readonly FileView[]) {
  return draftAdvice(music, artistName, files).filter(({ subject }) => subject !== ARTWORK);
}
