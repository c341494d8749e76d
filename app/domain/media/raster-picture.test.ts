import sharp from "sharp";
import { expect, test } from "vitest";
import { exifBody } from "../../../tests/fixtures/jpeg";
import { animatedPng, pictures, pngChunk } from "../../../tests/fixtures/pictures";
import { bytesReader } from "./range-reader";
import { readRaster } from "./raster-picture";

const read = (kind: "png" | "webp", bytes: Uint8Array) =>
  readRaster(kind, bytesReader(bytes), bytes.length);

const grey = { width: 20, height: 10, channels: 3, background: "#777" } as const;
const kinds = ["png", "webp"] as const;

test.each(kinds)("a %s says that it is turned, and for which colours it is", async (kind) => {
  const bytes = await sharp({ create: grey })
    .withMetadata({ orientation: 6, icc: "p3" })
    .toFormat(kind)
    .toBuffer();
  const result = await read(kind, bytes);
  expect(result).toMatchObject({
    ok: true,
    animated: false,
    findings: { width: 10, height: 20, components: 3, orientation: 6, profile: "rgb" },
  });
  const at = result.ok ? result.findings.orientationAt : undefined;
  // A PNG's note cannot be changed alone: its checksum would be wrong.
  expect(typeof at === "number" ? bytes[at] : at).toBe(kind === "png" ? null : 6);
});

test.each(kinds)("a %s without metadata is upright and has no profile", async (kind) => {
  const bytes = await sharp({ create: grey }).toFormat(kind).toBuffer();
  expect(await read(kind, bytes)).toMatchObject({
    ok: true,
    findings: { width: 20, height: 10, orientation: 1, orientationAt: null, profile: null },
  });
});

test("a grey PNG has one component, and its profile is one for grey", async () => {
  const bytes = await sharp({ create: grey }).toColourspace("b-w").png().toBuffer();
  expect(await read("png", bytes)).toMatchObject({ ok: true, findings: { components: 1 } });
  const profiled = withChunk(bytes, 33, pngChunk("cICP", [1, 13, 0, 1]));
  expect(await read("png", profiled)).toMatchObject({ ok: true, findings: { profile: "grey" } });
});

test("a WebP may have a profile that is not for RGB", async () => {
  const bytes = await sharp({ create: grey }).withMetadata({ icc: "p3" }).webp().toBuffer();
  const at = bytes.indexOf("RGB ", bytes.indexOf("ICCP"));
  bytes.write("CMYK", at, "latin1");
  expect(await read("webp", bytes)).toMatchObject({ ok: true, findings: { profile: "cmyk" } });
});

const withChunk = (bytes: Uint8Array, at: number, chunk: readonly number[]) =>
  Uint8Array.from([...bytes.subarray(0, at), ...chunk, ...bytes.subarray(at)]);

const EXIF = pngChunk("eXIf", [...exifBody(8).subarray(6)]);
const end = pictures.png.length - 12;

test.each(["sRGB", "cICP", "iCCP"])("a PNG with %s has a profile", async (type) => {
  const bytes = withChunk(pictures.png, 33, pngChunk(type, [0, 0, 0, 0]));
  expect(await read("png", bytes)).toMatchObject({ ok: true, findings: { profile: "rgb" } });
});

test("a PNG is turned by a note before or behind its pixels, within a few chunks", async () => {
  for (const at of [33, end])
    expect(await read("png", withChunk(pictures.png, at, EXIF))).toMatchObject({
      ok: true,
      findings: { orientation: 8 },
    });
  const texts = Array.from({ length: 16 }, () => pngChunk("tEXt", [65, 0, 66])).flat();
  expect(await read("png", withChunk(pictures.png, end, [...texts, ...EXIF]))).toMatchObject({
    ok: true,
    findings: { orientation: 1 },
  });
});

test.each([
  ["cut short", [0, 0, 1, 0, ...EXIF.slice(4, 20)]],
  ["empty", pngChunk("eXIf", [])],
  ["no TIFF", pngChunk("eXIf", Array<number>(40).fill(7))],
  ["a turn that is none", pngChunk("eXIf", [...exifBody(9).subarray(6)])],
])("whatever is wrong behind the pixels, a PNG is shown: %s", async (_, chunk) => {
  const bytes = Uint8Array.from([...pictures.png.subarray(0, end), ...chunk]);
  expect(await read("png", bytes)).toMatchObject({ ok: true, findings: { orientation: 1 } });
});

test("what moves is known", async () => {
  expect(await read("png", animatedPng())).toMatchObject({ ok: true, animated: true });
});
