import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema, type StoredFile } from "~/submission/record/release-form";
import { packageFiles, packageName, safeName } from "./package-files";

const solo = { soloWork: true };
const form = v.parse(releaseFormSchema, {
  artistName: "AC/DC: Live?",
  releaseTitle: "  Night\tFerry. ",
  tracks: [
    { title: "Tide", uploadId: "u1", metadata: solo },
    { title: "../../etc/passwd", uploadId: "u2", customArtworkUploadId: "u4", metadata: solo },
  ],
  artworkUploadId: "u3",
});
const file = (uploadId: string, kind: StoredFile["kind"], fileName: string): StoredFile => ({
  ...{ uploadId, kind, fileName, key: `k/${uploadId}` },
  ...{ slot: "any", contentType: "any", size: 1000 },
});
const clip = {
  uploadId: "u1",
  fileName: "Tide - clip 1.wav",
  state: "cut",
  key: "c",
  bytes: 44,
  sha256: "ab",
};

test("every file has a name that people read and no path leads out of the package", () => {
  const files = [
    ...[file("u1", "track", "mix7.wav"), file("u2", "track", "x.WAV")],
    ...[file("u3", "artwork", "cover.JPEG"), file("u4", "custom-artwork", "own.png")],
  ];
  const failedClip = { ...clip, state: "failed", key: null };
  expect(packageFiles(form, files, [clip, clip, failedClip]).map(({ path }) => path)).toEqual([
    ...["Audio/01 Tide.wav", "Audio/02 -..-etc-passwd.wav"],
    ...["Artwork/Night Ferry.jpeg", "Artwork/02 -..-etc-passwd.png"],
    ...["Clips/Tide - clip 1.wav", "Clips/Tide - clip 1 (2).wav"],
  ]);
});

test("a package is called after artist, release and reference", () => {
  expect(packageName(form, "ABCDE-12345")).toBe("AC-DC- Live- - Night Ferry (ABCDE-12345)");
});

test.each([
  ["", "x"],
  ["...", "x"],
  ["CON", "x"],
  ["a\u202Eb\u0000c", "abc"],
  ["é".repeat(200), "é".repeat(80)],
])("%j is named %j", (text, name) => {
  expect(safeName(text, "x")).toBe(name);
});
