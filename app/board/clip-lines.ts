/** A clip of a track as the board shows it. */
export interface ClipLink {
  trackTitle: string;
  /** Where its track stands in the release, counted from 1; tells tracks of one title apart. */
  trackNumber?: number;
  /** Counted from 1 within its track. */
  number: number;
  /** How far it is: waiting, done, failed … */
  state: string;
  /** Where it lies in the bucket, once it is cut. */
  key: string | null;
  /** What staff should know, such as why it could not be cut. */
  note: string | null;
  /** YYYY-MM-DD: three weeks before the single's. */
  releaseDate: string | null;
  /** Where staff open it, once it is cut; the same every time, or the board is written anew. */
  url?: string;
}

/** A line for each clip: what it is, when it comes out, its link or how far it is, and the note. */
export function clipLines(clips: readonly ClipLink[]): string[] {
  return clips.map(({ trackTitle, number, state, note, releaseDate, url }) => {
    const name = `"${trackTitle}" clip ${number}`;
    const date = releaseDate ? ` (out ${releaseDate})` : "";
    return `${name}${date}: ${url ?? state}${note ? `. ${note}` : ""}`;
  });
}

/** The clips of the track that stands at this place (from 0) of the release. */
export function clipsOfTrack(
  clips: readonly ClipLink[],
  title: string,
  index: number,
): readonly ClipLink[] {
  return clips.filter(({ trackTitle, trackNumber }) =>
    trackNumber === undefined ? trackTitle === title : trackNumber === index + 1,
  );
}
