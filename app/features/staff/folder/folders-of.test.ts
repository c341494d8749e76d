import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema, type StoredFile } from "~/domain/submission/record/release-form";
import { type ClipOfFolder, foldersOf } from "./folders-of";

const solo = { soloWork: true };
const form = v.parse(releaseFormSchema, {
  artistName: "Ada",
  tracks: [
    { title: "Tide", uploadId: "u1", metadata: solo },
    { title: "", uploadId: "u2", customArtworkUploadId: "u4", metadata: solo },
  ],
  artworkUploadId: "u3",
});
const file = (uploadId: string, kind: StoredFile["kind"], fileName: string): StoredFile => ({
  uploadId,
  kind,
  fileName,
  slot: "any",
  key: "any",
  contentType: "any",
  size: 1000,
});
const clip = (more: Partial<ClipOfFolder>): ClipOfFolder => ({
  submissionId: "s",
  uploadId: "u1",
  clipId: "clip-1",
  track: "Tide",
  number: 1,
  fileName: "Tide - clip 1.wav",
  releaseDate: "2027-04-01",
  state: "cut",
  bytes: 44,
  note: "",
  reason: "",
  ...more,
});

test("tracks, pictures and clips are in their folders with descriptions and links", () => {
  const files = [
    file("u1", "track", "tide one.wav"),
    file("u2", "track", "two.wav"),
    file("u3", "artwork", "cover.jpg"),
    file("u4", "custom-artwork", "own.jpg"),
  ];
  const folders = foldersOf(form, files, [clip({ note: "Shorter than asked." })]);
  expect(folders.map(({ name, files }) => [name, files.map(({ about }) => about)])).toEqual([
    ["audio", ["Track 1, Tide", "Track 2"]],
    ["images", ["Artwork", "Artwork of Track 2"]],
    ["Audio Clips", ["Tide, clip 1, out 2027-04-01"]],
  ]);
  expect(folders.flatMap(({ files }) => files.map(({ url }) => url))).toEqual([
    "/files/u1/tide%20one.wav",
    "/files/u2/two.wav",
    "/files/u3/cover.jpg",
    "/files/u4/own.jpg",
    "/files/clips/s/u1/clip-1/Tide%20-%20clip%201.wav",
  ]);
  expect(folders.at(-1)?.files[0]?.note).toBe("Shorter than asked.");
});

test.each([
  [clip({ state: "waiting", bytes: null }), "Being cut."],
  [clip({ state: "failed", bytes: null, reason: "Past the end." }), "Past the end."],
])("a missing clip says why and has no link", (clipView, note) => {
  const [folder] = foldersOf(form, [], [clipView]);
  expect(folder?.files).toMatchObject([{ note }]);
  expect(folder?.files[0]?.url).toBeUndefined();
});

test("a folder without files is not shown", () => {
  expect(foldersOf(form, [], [])).toEqual([]);
});
