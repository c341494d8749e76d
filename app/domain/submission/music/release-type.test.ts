import fc from "fast-check";
import { expect, test } from "vitest";
import {
  canAddTrack,
  classifiedType,
  MAX_TRACKS,
  releaseTypeNote,
  releaseTypeOf,
  releaseTypes,
  resizeTracks,
  tooManyTracks,
} from "./release-type";

test.each([
  ["single", "Single", "1-2 tracks", 1, 2],
  ["ep", "EP", "3-6 tracks", 3, 6],
  ["lp", "Album", "6+ tracks", 6, 20],
] as const)("%s is shown as %s with '%s', starts with %i and grows to %i", (...row) => {
  const [type, label, hint, slots, most] = row;
  expect(releaseTypeOf(type)).toEqual({ value: type, label, hint, slots, most });
  expect(canAddTrack(type, most - 1)).toBe(true);
  expect(canAddTrack(type, most)).toBe(false);
});

test("the longest release has 20 tracks", () => {
  expect(MAX_TRACKS).toBe(20);
});

const resize = (files: string, type: "single" | "ep" | "lp") =>
  resizeTracks(
    Array.from(files),
    type,
    (track) => track === track.toUpperCase(),
    () => "-",
  );

// Upper case: a track with a file.
test.each([
  ["A", "ep", "A--", [0, undefined, undefined], []],
  ["aBc", "single", "B", [1], []],
  ["ABC", "single", "A", [0], [1, 2]],
  ["aBcDEF", "ep", "BDE", [1, 3, 4], [5]],
  ["aBcd", "ep", "aBc", [0, 1, 2], []],
  ["", "lp", "------", Array(6).fill(undefined), []],
] as const)("changing %j to %s gives %j", (before, type, after, from, droppedIndexes) => {
  const result = resize(before, type);
  expect(result.tracks.join("")).toBe(after);
  expect(result.from).toEqual(from);
  expect(result.dropped).toEqual(droppedIndexes);
});

test("a change of type gives exactly its slots, keeps the order, and drops a file only when full", () => {
  const tracks = fc.array(fc.boolean(), { maxLength: MAX_TRACKS });
  fc.assert(
    fc.property(tracks, fc.constantFrom(...releaseTypes), (files, { value, slots }) => {
      const before = files.map((filled, id) => ({ filled, id }));
      const fresh = { filled: false, id: -1 };
      const {
        tracks: after,
        from,
        dropped,
      } = resizeTracks(
        before,
        value,
        ({ filled }) => filled,
        () => fresh,
      );
      expect(after).toHaveLength(slots);
      expect(after).toEqual(from.map((at) => (at === undefined ? fresh : before[at])));
      const old = from.filter((at) => at !== undefined);
      expect(old).toEqual([...new Set(old)].sort((a, b) => a - b));
      const wasFilled = files.filter(Boolean).length;
      expect(after.filter(({ filled }) => filled)).toHaveLength(Math.min(wasFilled, slots));
      expect(dropped).toHaveLength(Math.max(0, wasFilled - slots));
    }),
  );
});

test.each([
  [0, undefined],
  [1, "single"],
  [2, "ep"],
  [6, "ep"],
  [7, "lp"],
  [20, "lp"],
])("%i tracks count as %s", (count, type) => {
  expect(classifiedType(count)).toBe(type);
});

test.each([
  ["single", 2, "Stores usually list 2 tracks as an EP. You can keep Single: the team sees both."],
  ["ep", 1, "Stores usually list 1 track as a Single. You can keep EP: the team sees both."],
  ["ep", 7, "Stores usually list 7 tracks as an Album. You can keep EP: the team sees both."],
  ["lp", 6, "Stores usually list 6 tracks as an EP. You can keep Album: the team sees both."],
  ["single", 1, undefined],
  ["ep", 3, undefined],
  ["lp", 7, undefined],
  ["single", 0, undefined],
] as const)("the note for a %s of %i tracks", (type, count, note) => {
  expect(releaseTypeNote(type, count)).toBe(note);
});

test("too many tracks are offered the smallest type that takes them all", () => {
  expect(tooManyTracks("single", 2)).toBeUndefined();
  expect(tooManyTracks("single", 5)).toEqual({
    text: "5 tracks came in. A single has at most 2.",
    fitting: "ep",
    makeLabel: "Make it an EP of 5",
    chooseLabel: "Choose 2 for the single",
  });
  expect(tooManyTracks("ep", 12)).toMatchObject({
    text: "12 tracks came in. An EP has at most 6.",
    fitting: "lp",
    makeLabel: "Make it an album of 12",
  });
  expect(tooManyTracks("lp", 20)).toBeUndefined();
});
