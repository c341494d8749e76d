import { expect, test } from "vitest";
import { fileView, storedFile, type Upload } from "./upload";
import { maxBytes } from "./upload-plan";

const upload: Upload = {
  id: "01UP",
  draftId: "01DRAFT",
  kind: "custom-artwork",
  slot: "custom-artwork:track-1",
  fileName: "Söng #1.jpg",
  size: 900,
  fingerprint: "f0",
  sha256: "5ha",
  key: "artists/ada/images/01UP-a.jpg",
  multipartId: "m",
  partSize: 5 * 1024 * 1024,
  carrier: "own",
  method: "direct",
  state: "complete",
  probe: { kind: "png" },
  preview: null,
  choice: null,
};
const jpeg = { kind: "jpeg", width: 1, height: 1, components: 3 } as const;

test.each([
  ["track", null, "audio/wav"],
  ["artwork", jpeg, "image/jpeg"],
  ["custom-artwork", jpeg, "image/jpeg"],
  ["custom-artwork", { kind: "png" }, "image/png"],
  ["custom-artwork", { kind: "heic" }, "image/heic"],
  ["custom-artwork", null, "application/octet-stream"],
] as const)("a %s judged to be %j is served as %s", (kind, probe, type) => {
  expect(storedFile({ ...upload, kind, probe }).contentType).toBe(type);
});

test("a page gets the kind and the address of a file, never its key", () => {
  const view = fileView(upload, 0);
  expect(view).toMatchObject({
    uploadId: "01UP",
    kind: "custom-artwork",
    fingerprint: "f0",
    sha256: "5ha",
    url: "/files/01UP/S%C3%B6ng%20%231.jpg",
  });
  expect(JSON.stringify(view)).not.toContain(upload.key);
});

test("a stored picture has a preview address, also before the preview is made", () => {
  for (const preview of [null, "previews/01UP/1.jpg"])
    expect(fileView({ ...upload, preview }, 0)?.preview).toBe("/files/previews/01UP");
});

test.each([
  ["a picture that nobody can make smaller", { preview: "none" }],
  ["a picture on its way", { state: "open" }],
  ["a track", { kind: "track" }],
] as const)("of %s nothing is seen", (_, other) => {
  expect(fileView({ ...upload, ...other }, 0)?.preview).toBeUndefined();
});

test("a page never sees a refused file", () => {
  expect(fileView({ ...upload, state: "rejected" }, 0)).toBeUndefined();
});

test.each([
  ["open", 400, 400],
  ["open", 1_000, 900],
  ["complete", 0, 900],
  ["expired", 400, 0],
] as const)(
  "of an %s file with %i bytes in parts the server holds %i",
  (state, partBytes, bytes) => {
    expect(fileView({ ...upload, state }, partBytes)?.storedBytes).toBe(bytes);
  },
);

test.each([
  ["track", 209_715_200],
  ["artwork", 20_971_520],
  ["custom-artwork", 10_485_759],
] as const)("a %s may have at most %i bytes", (kind, bytes) => {
  expect(maxBytes(kind)).toBe(bytes);
});
