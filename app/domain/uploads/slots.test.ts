import fc from "fast-check";
import { expect, test } from "vitest";
import { audioSlot, customArtworkSlot, inferSlot, isSlotOf, slotOfField, TRACK_ID } from "./slots";
import { uploadKinds } from "./upload-kinds";

const noName = () => undefined;

test.each([
  ["tracks[0].file", "track", "audio:track-1"],
  ["tracks[19].file", "track", "audio:track-20"],
  ["tracks[2].customArtwork", "custom-artwork", "custom-artwork:track-3"],
  ["artwork", "artwork", "artwork"],
])("without ids, the field %s is for a %s in %s", (field, kind, slot) => {
  expect(slotOfField(field, noName)).toEqual({ kind, slot });
});

test("a track with an id keeps its files at any position", () => {
  const ids = ["b", "a"];
  expect(slotOfField("tracks[0].file", (at) => ids[at])?.slot).toBe(audioSlot("b"));
  expect(slotOfField("tracks[1].customArtwork", (at) => ids[at])?.slot).toBe(
    customArtworkSlot("a"),
  );
});

test.each(["", "../a", "a b", "x".repeat(41), "audio:1", "ä"])(
  "a track's id cannot be %j: it counts as one without",
  (id) => {
    expect(slotOfField("tracks[1].file", () => id)?.slot).toBe("audio:track-2");
  },
);

test.each([
  "tracks[20].file",
  "tracks[01].file",
  "tracks[-1].file",
  "tracks[0].title",
  "tracks[0].file.x",
  "xtracks[0].file",
  "artwork2",
  "artwork\n",
  "audio:track-1",
  "",
])("no form has a file field called %j", (field) => {
  expect(slotOfField(field, noName)).toBeUndefined();
});

test("every field that exists leads to a slot of its own kind and of no other", () => {
  const field = fc.oneof(
    fc.constant("artwork"),
    fc
      .tuple(fc.nat({ max: 19 }), fc.constantFrom("file", "customArtwork"))
      .map(([index, name]) => `tracks[${index}].${name}`),
  );
  fc.assert(
    fc.property(field, fc.option(fc.string(), { nil: undefined }), (name, id) => {
      const result = slotOfField(name, () => id);
      const fitting = uploadKinds.filter((kind) => isSlotOf(kind, result?.slot ?? ""));
      expect(fitting).toEqual([result?.kind]);
    }),
  );
});

test("tracks with different ids never share a slot", () => {
  const id = fc.stringMatching(TRACK_ID);
  fc.assert(
    fc.property(id, id, (one, other) => {
      const slots = [one, other].flatMap((each) => [audioSlot(each), customArtworkSlot(each)]);
      expect(new Set(slots).size).toBe(one === other ? 2 : 4);
    }),
  );
});

const tracks = ["One", "Two", "Two", "Three"].map((title, at) => ({ id: `t${at}`, title }));

const none = { filled: new Set<string>(), coming: new Map<string, string>() };
const file = { kind: "track", fileName: "ferry.wav" } as const;

test.each([
  ["artwork", [], "Three", "artwork"],
  ["track", [], "", "audio:t0"],
  ["track", ["audio:t0"], "", "audio:t1"],
  ["track", ["audio:t0"], "Three", "audio:t3"],
  ["track", ["audio:t3"], "Three", "audio:t3"],
  ["track", ["audio:t0"], "Two", "audio:t1"],
  ["track", ["audio:t0"], "Nobody", "audio:t1"],
  ["custom-artwork", ["audio:t0"], "", "custom-artwork:t0"],
] as const)(
  "a %s without a slot, %j being filled and called %j, goes to %s",
  (kind, filledSlots, title, slot) => {
    const files = { ...none, tracks, filled: new Set(filledSlots) };
    expect(inferSlot({ ...file, kind, title }, files).slot).toBe(slot);
  },
);

test.each<[string, string[], [string, string][], string, boolean]>([
  ["another file is on its way to", [], [["audio:t0", "tide.wav"]], "audio:t1", true],
  ["it is on its way to itself", [], [["audio:t2", "ferry.wav"]], "audio:t2", true],
  [
    "others are on their way to or lie in",
    ["audio:t0", "audio:t2", "audio:t3"],
    [["audio:t1", "tide.wav"]],
    "audio:t1",
    false,
  ],
])("with a track that %s, a file goes to its own", (_, filledSlots, coming, slot, isFree) => {
  const files = { tracks, filled: new Set(filledSlots), coming: new Map(coming) };
  expect(inferSlot(file, files)).toEqual({ slot, isFree });
});

test("where no track is open, or none is known yet, it goes to the first", () => {
  const filledSlots = new Set(tracks.map(({ id }) => audioSlot(id)));
  expect(inferSlot(file, { ...none, tracks, filled: filledSlots }).slot).toBe("audio:t0");
  expect(inferSlot(file, { ...none, tracks: [] }).slot).toBe("audio:track-1");
});
