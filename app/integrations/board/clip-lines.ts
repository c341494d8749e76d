export interface ClipLink {
  trackTitle: string;
  /** Position in the release, from 1; distinguishes tracks of one title. */
  trackNumber?: number;
  number: number;
  state: string;
  /** Key in the bucket, once it is cut. */
  key: string | null;
  /** For staff, such as why it could not be cut. */
  note: string | null;
  /** YYYY-MM-DD: three weeks before the single's. */
  releaseDate: string | null;
  /** URL for staff, once it is cut. Must be stable, or the board is written again. */
  url?: string;
}

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
