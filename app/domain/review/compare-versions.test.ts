import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema, type StoredFile } from "~/domain/submission/record/release-form";
import {
  compareVersions,
  hasSameFiles,
  previousTracks,
  type SentVersion,
} from "./compare-versions";

const file = (uploadId: string, changes: Partial<StoredFile> = {}): StoredFile => ({
  ...{ uploadId, kind: "track", slot: "audio:track-1", key: `key-${uploadId}` },
  ...{ fileName: "one.wav", contentType: "audio/wav", size: 3, sha256: "aaa" },
  ...changes,
});

function version(
  form: Record<string, unknown> = {},
  files: readonly StoredFile[] = [file("A")],
  trackFields: Record<string, unknown> = {},
): SentVersion {
  const track = {
    ...{ title: "One", uploadId: files[0]?.uploadId, metadata: { soloWork: true } },
    ...trackFields,
  };
  const fields = { releaseTitle: "Notes", artistName: "Ada", tracks: [track], ...form };
  return { form: v.parse(releaseFormSchema, fields), files };
}

const changed = (before: SentVersion, now: SentVersion) =>
  compareVersions(before, now)
    .filter(({ isChanged }) => isChanged)
    .map(({ field, before: old, now: current }) => [field, old, current]);

test("equal versions have no changed row, and their files are called the same", () => {
  const [before, now] = [version(), version({}, [file("B", { key: "key-A" })])];
  expect(changed(before, now)).toEqual([]);
  expect(compareVersions(before, now)).toContainEqual({
    ...{ field: "Track 1, audio file", before: "one.wav", now: "one.wav (same file)" },
    isChanged: false,
  });
  expect(hasSameFiles(before, now)).toBe(true);
});

test("changed fields come first, with both values", () => {
  const before = version({ primaryGenre: "Folk", bio: "Songs." });
  const now = version({ primaryGenre: "Pop", bio: "Songs." });
  const rows = compareVersions(before, now);
  expect(rows[0]).toEqual({ field: "Genre", before: "Folk", now: "Pop", isChanged: true });
  expect(rows.slice(1).some(({ isChanged }) => isChanged)).toBe(false);
});

test("a full name written otherwise is a change", () => {
  const [row] = compareVersions(version({}), version({ fullName: "Nguyễn Văn An" }));
  expect(row).toMatchObject({ field: "Full name", now: "Nguyễn Văn An", isChanged: true });
});

test("another file with the same name is a change, told by its hash", () => {
  const now = version({}, [file("B", { sha256: "bbb" })]);
  expect(changed(version(), now)).toEqual([
    ["Track 1, audio file", "one.wav", "one.wav (another file)"],
  ]);
  expect(hasSameFiles(version(), now)).toBe(false);
});

test("a file without a hash is compared by its object", () => {
  const bare = { sha256: undefined };
  const before = version({}, [file("A", bare)]);
  expect(changed(before, version({}, [file("B", { ...bare, key: "key-A" })]))).toEqual([]);
  expect(hasSameFiles(before, version({}, [file("B", bare)]))).toBe(false);
});

test("contributors, an added track and a removed one are told by track", () => {
  const songwriters = [{ firstName: "Ada", lastName: "Berg", percentage: 100 }];
  const withWriters = version({}, [file("A")], { metadata: { soloWork: false, songwriters } });
  expect(changed(version(), withWriters)).toEqual([
    ["Track 1, solo work", "Yes", "No"],
    ["Track 1, songwriters", "", "Ada Berg 100%"],
  ]);
  const second = { title: "Two", metadata: { soloWork: true } };
  const two = version();
  const longer = { ...two, form: { ...two.form, tracks: [...two.form.tracks] } };
  longer.form = v.parse(releaseFormSchema, { ...two.form, tracks: [...two.form.tracks, second] });
  expect(changed(two, longer)).toEqual(
    expect.arrayContaining([
      ["Tracks", "1", "2"],
      ["Track 2, title", "", "Two"],
    ]),
  );
  expect(changed(longer, two)).toContainEqual(["Track 2, title", "Two", ""]);
});

/** A version of some tracks, by title; each file has the name of its track's upload. */
function album(tracks: readonly (readonly [title: string, uploadId?: string])[]): SentVersion {
  const files = tracks.flatMap(([, uploadId]) =>
    uploadId ? [file(uploadId, { sha256: uploadId.replace(/\W.*/, "") })] : [],
  );
  const metadata = { soloWork: true };
  return version(
    { tracks: tracks.map(([title, uploadId]) => ({ title, uploadId, metadata })) },
    files,
  );
}
const replaced = (now: SentVersion, before: SentVersion) =>
  previousTracks(now, before).map((track) => track?.file.uploadId);

test("a track replaces the one of its title, wherever that was, else the one at its place", () => {
  const before = album([
    ["Sea", "S"],
    ["Sky", "K"],
    ["Sand", "N"],
  ]);
  const now = album([
    ["sky ", "K2"],
    ["Sea", "S2"],
    ["Sands", "N2"],
  ]);
  const [sea, sky, sand] = before.files;
  expect(previousTracks(now, before)).toEqual([
    { file: sky, isSameFile: false },
    { file: sea, isSameFile: false },
    { file: sand, isSameFile: false },
  ]);
});

test.each<[string, SentVersion, SentVersion, (string | undefined)[]]>([
  [
    "an added track replaces none",
    album([
      ["Sea", "S2"],
      ["Sky", "K2"],
    ]),
    album([["Sea", "S"]]),
    ["S", undefined],
  ],
  [
    "of two with one title each has its place",
    album([
      ["Sea", "A2"],
      ["Sea", "B2"],
    ]),
    album([
      ["Sea", "A"],
      ["Sea", "B"],
    ]),
    ["A", "B"],
  ],
  [
    "a title that stayed goes before one that moved",
    album([
      ["Sea", "A2"],
      ["Sea", "B2"],
    ]),
    album([
      ["Foam", "F"],
      ["Sea", "B"],
    ]),
    ["F", "B"],
  ],
  [
    "a title that moved leaves its place to nobody",
    album([
      ["Foam", "F2"],
      ["Sea", "S2"],
    ]),
    album([["Sea", "S"]]),
    [undefined, "S"],
  ],
  [
    "tracks without a title go by their place",
    album([
      ["", "A2"],
      ["", "B2"],
    ]),
    album([
      ["", "A"],
      ["", "B"],
    ]),
    ["A", "B"],
  ],
  [
    "a track that had no file replaces nothing to hear",
    album([["Sea", "S2"]]),
    album([["Sea"]]),
    [undefined],
  ],
])("%s", (_, now, before, expected) => {
  expect(replaced(now, before)).toEqual(expected);
});

test("a track with the same file is told, so that nobody compares it with itself", () => {
  const [track] = previousTracks(album([["Sea", "S:2"]]), album([["Sea", "S:1"]]));
  expect(track).toMatchObject({ file: { uploadId: "S:1" }, isSameFile: true });
});
