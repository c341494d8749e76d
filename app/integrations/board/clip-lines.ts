import type { ClipLink } from "~/domain/board/board";

export function clipLines(clips: readonly ClipLink[]): string[] {
  return clips.map(({ trackTitle, number, state, note, releaseDate, url }) => {
    const name = `"${trackTitle}" clip ${number}`;
    const date = releaseDate ? ` (out ${releaseDate})` : "";
    return `${name}${date}: ${url ?? state}${note ? `. ${note}` : ""}`;
  });
}

/** @param index of the track, from 0. */
export function clipsOfTrack(
  clips: readonly ClipLink[],
  title: string,
  index: number,
): readonly ClipLink[] {
  return clips.filter(({ trackTitle, trackNumber }) =>
    trackNumber === undefined ? trackTitle === title : trackNumber === index + 1,
  );
}
