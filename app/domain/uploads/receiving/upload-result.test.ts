import { expect, test } from "vitest";
import type { Upload } from "../upload";
import { uploadResult } from "./upload-result";

const upload: Upload = {
  id: "01UP",
  draftId: "01DRAFT",
  kind: "track",
  slot: "audio:track-1",
  fileName: "Söng.wav",
  size: 900,
  fingerprint: null,
  sha256: "5ha",
  key: "artists/ada-abcdefgh/audio/01UP-Söng.wav",
  multipartId: "m",
  partSize: 5,
  carrier: "own",
  method: "direct",
  state: "complete",
  probe: null,
  preview: null,
  choice: null,
};

test("a result has every field the specification names", () => {
  expect(uploadResult(upload, "Ada")).toEqual({
    fileId: "01UP",
    url: "/files/01UP/S%C3%B6ng.wav",
    downloadUrl: "/files/01UP/S%C3%B6ng.wav",
    fileName: "Söng.wav",
    artistName: "Ada",
    fileType: "track",
    folderType: "audio",
    folderStructure: {
      artist: { url: "/submit" },
      audio: { id: "artists/ada-abcdefgh/audio", url: "/submit/music" },
      images: { url: "/submit/music" },
    },
    uploadMethod: "direct-r2",
    sha256: "5ha",
  });
});

test.each([
  ["own", "direct", "direct-r2"],
  ["s3", "direct", "direct-s3"],
  ["own", "standard", "standard"],
  ["s3", "standard", "standard"],
  ["own", "form", "standard"],
] as const)("what %s carried by the %s call is told as %s", (carrier, method, uploadMethod) => {
  expect(uploadResult({ ...upload, carrier, method }, "Ada").uploadMethod).toBe(uploadMethod);
});

test.each([
  ["artwork", "artists/a/images/01-a.jpg"],
  ["custom-artwork", "artists/a/images/01-a.png"],
] as const)("a %s lies among the images, and the audio folder is still told", (kind, key) => {
  const { folderType, folderStructure } = uploadResult({ ...upload, kind, key }, "Ada");
  expect([folderType, folderStructure.audio.id]).toEqual(["images", "artists/a/audio"]);
});
