import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema, type StoredFile } from "~/domain/submission/record/release-form";
import { packageFiles, packageName } from "./package-files";

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
  uploadId,
  kind,
  fileName,
  key: `k/${uploadId}`,
  slot: "any",
  contentType: "any",
  size: 1000,
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
  const proof = { id: "p1", key: "p", size: 3, sha256: "cd", kind: "jpeg" };
  const proofs = [
    { ...proof, proves: "Work for hire", kind: "pdf" },
    { ...proof, proves: "Track 2, ../../etc/passwd: Samples" },
  ];
  const clips = [clip, clip, failedClip];
  expect(packageFiles(form, files, clips, proofs).map(({ path }) => path)).toEqual([
    ...["Audio/01 Tide.wav", "Audio/02 -..-etc-passwd.wav"],
    ...["Artwork/02 -..-etc-passwd.png", "Artwork/Night Ferry.jpeg"],
    ...["Clips/Tide - clip 1.wav", "Clips/Tide - clip 1 (2).wav"],
    ...["Rights/Work for hire.pdf", "Rights/Track 2, ..-..-etc-passwd- Samples.jpg"],
  ]);
});

test("tracks are in the order of the release, 2 before 10, however their files were stored", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const tracks = numbers.map((n) => ({ title: `T${n}`, uploadId: `track-${n}`, metadata: solo }));
  const album = v.parse(releaseFormSchema, { ...form, tracks });
  const stored = numbers.map((n) => file(`track-${n}`, "track", "x.wav"));
  const byText = stored.sort((a, b) => (a.uploadId < b.uploadId ? -1 : 1));
  expect(packageFiles(album, byText, []).map(({ path }) => path)).toEqual(
    numbers.map((n) => `Audio/${String(n).padStart(2, "0")} T${n}.wav`),
  );
});

test("a picture's ending is that of its bytes, whatever its name says", () => {
  const picture = { ...file("u4", "custom-artwork", "own.png"), contentType: "image/jpeg" };
  expect(packageFiles(form, [picture], []).map(({ path }) => path)).toEqual([
    "Artwork/02 -..-etc-passwd.jpg",
  ]);
});

test("a package is called after artist, release and reference", () => {
  expect(packageName(form, "ABCDE-12345")).toBe("AC-DC- Live- - Night Ferry (ABCDE-12345)");
});

test("a package of long names can be unpacked: folder, track number, extension and distinct names stay", () => {
  const words = "ночной паром ".repeat(20);
  const tracks = Array.from({ length: 20 }, (_, index) => ({
    title: `${words}${index % 2}`,
    uploadId: `u${index}`,
    metadata: solo,
  }));
  const long = { ...form, artistName: words, releaseTitle: "रात ".repeat(80), tracks };
  const longForm = v.parse(releaseFormSchema, long);
  const files = tracks.map(({ uploadId }) => file(uploadId, "track", "x.wav"));
  const clips = [1, 2, 12].map((number) => ({
    ...clip,
    fileName: `${words.trim()} - clip ${number}.wav`,
  }));
  const folder = packageName(longForm, "ABCDE-12345");
  expect(folder).toMatch(/^ночной паром .* - रात .* \(ABCDE-12345\)$/);
  const paths = packageFiles(longForm, files, clips).map(({ path }) => path);
  expect(paths[6]).toMatch(/^Audio\/07 ночной .*\.wav$/);
  expect(paths.at(-1)).toMatch(/^Clips\/ночной .* - clip 12\.wav$/);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  for (const path of paths) {
    expect(
      `C:\\Users\\Sigrid Valentin\\Downloads\\${folder}\\${folder}\\${path}`.length,
    ).toBeLessThan(260);
    for (const part of [`${folder}.zip`, ...path.split("/")])
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
  }
});

test("a title that is a reserved name on Windows becomes a valid file name", () => {
  const reserved = v.parse(releaseFormSchema, {
    ...form,
    releaseTitle: "Con",
    tracks: [{ title: "CON", uploadId: "u1", metadata: solo }],
  });
  const files = [file("u1", "track", "x.wav"), file("u2", "artwork", "x.jpg")];
  expect(packageFiles(reserved, files, []).map(({ path }) => path)).toEqual([
    ...["Audio/01 CON.wav", "Artwork/Con_.jpg"],
  ]);
});
