import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema, type StoredFile } from "~/domain/submission/record/release-form";
import { artistFolderName, mirrorFiles, missingFileText } from "./mirror-plan";

const form = v.parse(releaseFormSchema, {
  tracks: [
    { title: "Night Ferry", uploadId: "u1", metadata: { soloWork: true } },
    {
      title: "A/C\u0000 \u202Eon",
      uploadId: "u2",
      customArtworkUploadId: "u4",
      metadata: { soloWork: true },
    },
  ],
});
const storedFile = (uploadId: string, kind: StoredFile["kind"], fileName: string): StoredFile => ({
  uploadId,
  kind,
  slot: kind === "artwork" ? "artwork" : `${kind}:x`,
  key: `k/${uploadId}`,
  fileName,
  contentType: kind === "track" ? "audio/wav" : "image/jpeg",
  size: 9,
});

test("files are named by track and title, kept apart by folder, and described by their own names", () => {
  const files = mirrorFiles(
    form,
    [
      storedFile("u1", "track", "final FINAL.WAV"),
      storedFile("u2", "track", "b.wav"),
      storedFile("u3", "artwork", "cover.JPG"),
      storedFile("u4", "custom-artwork", "own.png"),
      storedFile("u5", "track", "left over.wav"),
      storedFile("u6", "track", "no ending"),
    ],
    [{ clipId: "u1:clip-1", key: "c/1", size: 4, fileName: "01 Night Ferry - Clip 1.wav" }],
  );
  expect(files.map(({ folder, name, label }) => [folder, name, label])).toEqual([
    ["audio", "01 Night Ferry.wav", "The audio of track 1"],
    ["audio", "02 A-C on.wav", "The audio of track 2"],
    ["images", "Artwork.jpg", "The artwork"],
    ["images", "Artwork 02 A-C on.png", "The artwork of track 2"],
    ["audio", "left over.wav", "The audio of slot track:x"],
    ["audio", "no ending", "The audio of slot track:x"],
    ["clips", "01 Night Ferry - Clip 1.wav", 'The clip "01 Night Ferry - Clip 1.wav"'],
  ]);
  expect(files[0]).toMatchObject({
    sourceId: "u1",
    key: "k/u1",
    size: 9,
    contentType: "audio/wav",
    description: 'Sent as "final FINAL.WAV".',
  });
  expect(files.at(-1)).toMatchObject({ sourceId: "u1:clip-1", contentType: "audio/wav" });
});

test("artists of one name have folders of their own", () => {
  expect(artistFolderName({ artistName: "Sigur Rós", reference: "ABCDE-12345" })).toBe(
    "Sigur Rós (ABCDE-12345)",
  );
  expect(artistFolderName({ artistName: " / ", reference: "X" })).toBe("- (X)");
  expect(artistFolderName({ artistName: "\u0000", reference: "X" })).toBe("Artist (X)");
});

test("a name is never empty, never long, and has nothing that computers trip over", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (title) => {
      const release = v.parse(releaseFormSchema, {
        tracks: [{ title, uploadId: "u1", metadata: { soloWork: true } }],
      });
      const [file] = mirrorFiles(release, [storedFile("u1", "track", "x.wav")], []);
      const folder = artistFolderName({ artistName: title, reference: "ABCDE-12345" });
      expect(file?.name).toMatch(/^01.*\.wav$/);
      for (const name of [file?.name ?? "", folder]) {
        expect(name.length).toBeLessThanOrEqual(100);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name).not.toMatch(/[/\\:*?"<>|\p{C}]|^\s|\s$/u);
      }
    }),
  );
});

test("of long names the reference, the ending and a clip's number stay", () => {
  const words = "रात की नाव ".repeat(20);
  expect(artistFolderName({ artistName: words, reference: "ABCDE-12345" })).toMatch(
    /^रात .*\(ABCDE-12345\)$/,
  );
  const clips = [{ clipId: "c", key: "c/1", size: 4, fileName: `${words}- clip 12.wav` }];
  const [file] = mirrorFiles(form, [], clips);
  expect(file?.name).toMatch(/ - clip 12\.wav$/);
  expect(Buffer.byteLength(file?.name ?? "")).toBeLessThanOrEqual(255);
});

test("staff read which files are gone, and that the others are there", () => {
  expect(missingFileText([{ label: "The artwork", sourceId: "u3" }])).toBe(
    "The artwork (u3) is no longer in storage. Every other file is on the drive. " +
      "Restore it, then run this job again.",
  );
});
