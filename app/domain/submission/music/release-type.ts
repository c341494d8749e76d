import { MAX_TRACKS_BY_TYPE } from "~/domain/uploads/slots";

/**
 * The release types: `slots` tracks to begin with, at most `most`. The specification (section 9)
 * names 12 and 20 for an album; design decision 4.6 settles 20.
 */
export const releaseTypes = [
  {
    value: "single",
    label: "Single",
    hint: `1-${MAX_TRACKS_BY_TYPE.single} tracks`,
    slots: 1,
    most: MAX_TRACKS_BY_TYPE.single,
  },
  {
    value: "ep",
    label: "EP",
    hint: `${MAX_TRACKS_BY_TYPE.single + 1}-${MAX_TRACKS_BY_TYPE.ep} tracks`,
    slots: 3,
    most: MAX_TRACKS_BY_TYPE.ep,
  },
  { value: "lp", label: "Album", hint: "6+ tracks", slots: 6, most: MAX_TRACKS_BY_TYPE.lp },
] as const;

export type ReleaseTypeRow = (typeof releaseTypes)[number];
export type ReleaseType = ReleaseTypeRow["value"];

/** The limit of any release type; posted lists are cut to it. */
export const MAX_TRACKS = Math.max(...releaseTypes.map(({ most }) => most));

const [single] = releaseTypes;

export function releaseTypeOf(type: ReleaseType): ReleaseTypeRow {
  return releaseTypes.find(({ value }) => value === type) ?? single;
}

/** "A single", "an EP", "an album". */
const aRelease = (type: ReleaseType) => ({ single: "a single", ep: "an EP", lp: "an album" })[type];

/** More tracks than a type takes, as when many files came at once: they are kept, and this is offered. */
export function tooManyTracks(type: ReleaseType, count: number) {
  const { most } = releaseTypeOf(type);
  const fitting = releaseTypes.find((row) => row.most >= count);
  if (count <= most || !fitting) return undefined;
  const [a, name] = aRelease(type).split(" ");
  return {
    text: `${count} tracks came in. ${a === "an" ? "An" : "A"} ${name} has at most ${most}.`,
    fitting: fitting.value,
    makeLabel: `Make it ${aRelease(fitting.value)} of ${count}`,
    chooseLabel: `Choose ${most} for the ${name}`,
  };
}

export function canAddTrack(type: ReleaseType, count: number): boolean {
  return count < releaseTypeOf(type).most;
}

interface Resized<T> {
  tracks: T[];
  /** The previous index of each track; undefined for a new one. */
  from: (number | undefined)[];
  /** Indexes of tracks with a file that no longer fit. */
  dropped: number[];
}

/**
 * The tracks after a change of the release type: exactly 1, 3 or 6 (specification, section 4).
 * Tracks with files are kept first, then others, then new ones are added. The order never changes.
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
 * The type that stores show, by the number of tracks: 1 is a single, 2 to 6 an EP, 7 or more an
 * album (portal, section 4). Recorded as `classifiedType`.
 * @returns undefined without tracks.
 */
export function classifiedType(count: number): ReleaseType | undefined {
  if (count < 1) return undefined;
  if (count === 1) return "single";
  return count <= 6 ? "ep" : "lp";
}

export function releaseTypeNote(type: ReleaseType, count: number): string | undefined {
  const usualType = classifiedType(count);
  if (!usualType || usualType === type) return undefined;
  const usualLabel = usualType === "lp" ? "an Album" : usualType === "ep" ? "an EP" : "a Single";
  const tracks = count === 1 ? "1 track" : `${count} tracks`;
  const chosenLabel = releaseTypeOf(type).label;
  return `Stores usually list ${tracks} as ${usualLabel}. You can keep ${chosenLabel}: the team sees both.`;
}
