import { MAX_TRACKS_BY_TYPE } from "~/uploads/slots";

/**
 * The release types as the artist sees and chooses them: `slots` tracks to begin with, up to `most`
 * by adding. The specification (section 9) hides the add button of an album at 12 but lets the
 * function go to 20; design decision 4.6 settles 20 for both.
 */
export const releaseTypes = [
  {
    value: "single",
    label: "Single",
    hint: "1-2 tracks",
    slots: 1,
    most: MAX_TRACKS_BY_TYPE.single,
  },
  { value: "ep", label: "EP", hint: "3-6 tracks", slots: 3, most: MAX_TRACKS_BY_TYPE.ep },
  { value: "lp", label: "Album", hint: "6+ tracks", slots: 6, most: MAX_TRACKS_BY_TYPE.lp },
] as const;

export type ReleaseTypeRow = (typeof releaseTypes)[number];
export type ReleaseType = ReleaseTypeRow["value"];

/** More tracks than any release may have; what a posted list is cut to. */
export const MAX_TRACKS = Math.max(...releaseTypes.map(({ most }) => most));

const [single] = releaseTypes;

/** The row of the table above. */
export function releaseTypeOf(type: ReleaseType): ReleaseTypeRow {
  return releaseTypes.find(({ value }) => value === type) ?? single;
}

/** Whether the release may get one more track. */
export function canAddTrack(type: ReleaseType, count: number): boolean {
  return count < releaseTypeOf(type).most;
}

/** Tracks after a change of the release type. */
interface Resized<T> {
  tracks: T[];
  /** Where each of `tracks` stood before; undefined for a new one. Uploads follow by this. */
  from: (number | undefined)[];
  /** Where tracks with a file stood that no longer fit: worth a question before the change. */
  dropped: number[];
}

/**
 * The tracks after the artist changed the release type: exactly 1, 3 or 6 (specification, section
 * 4). Tracks with files are kept first, up to that count. Room that is left goes to the other
 * tracks, so that a typed title survives, and then to new ones. The order never changes.
 */
export function resizeTracks<T>(
  tracks: readonly T[],
  type: ReleaseType,
  hasFile: (track: T, index: number) => boolean,
  newTrack: () => T,
): Resized<T> {
  const { slots } = releaseTypeOf(type);
  const rows = tracks.map((track, index) => ({ track, index, filled: hasFile(track, index) }));
  const filledRows = rows.filter((row) => row.filled);
  const selection = new Set([...filledRows, ...rows.filter((row) => !row.filled)].slice(0, slots));
  const chosenRows = rows.filter((row) => selection.has(row));
  const missing = slots - chosenRows.length;
  return {
    tracks: [...chosenRows.map(({ track }) => track), ...Array.from({ length: missing }, newTrack)],
    from: [
      ...chosenRows.map(({ index }) => index),
      ...Array.from({ length: missing }, () => undefined),
    ],
    dropped: filledRows.filter((row) => !selection.has(row)).map(({ index }) => index),
  };
}

/**
 * The type the stores see, by the number of tracks: 1 is a single, 2 to 6 an EP, 7 or more an
 * album (portal document, section 4). Kept for the team as `classifiedType`.
 * @returns undefined when there are no tracks.
 */
export function classifiedType(count: number): ReleaseType | undefined {
  if (count < 1) return undefined;
  if (count === 1) return "single";
  return count <= 6 ? "ep" : "lp";
}

/** The note shown where the chosen type and the number of tracks disagree, else undefined. */
export function releaseTypeNote(type: ReleaseType, count: number): string | undefined {
  const usualType = classifiedType(count);
  if (!usualType || usualType === type) return undefined;
  const usualLabel = usualType === "lp" ? "an Album" : usualType === "ep" ? "an EP" : "a Single";
  const tracks = count === 1 ? "1 track" : `${count} tracks`;
  const chosenLabel = releaseTypeOf(type).label;
  return `Stores usually list ${tracks} as ${usualLabel}. You can keep ${chosenLabel}: the team sees both.`;
}
