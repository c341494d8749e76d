import fc from "fast-check";
import { expect, test } from "vitest";
import { exifBody as exif, jpegBytes, withSegments } from "../../../tests/fixtures/jpeg";
import { joinJpeg, jpegParts, type SmallJpeg } from "../../../tests/fixtures/small-jpeg";
import { readArtwork } from "./artwork";
import { readJpegHeader } from "./jpeg-header";
import { bytesReader } from "./range-reader";

const SMALL = jpegBytes({ width: 64, height: 48 });

async function read(file: Uint8Array) {
  const result = await readArtwork(bytesReader(file), file.length);
  if (!result.ok) throw new Error(result.reason);
  return result.artwork;
}

const latin = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

function profile(space: string, sequence = 1): Uint8Array {
  const body = new Uint8Array(14 + 128);
  body.set(latin("ICC_PROFILE\0"));
  body.set([sequence, 1], 12);
  body.set(latin(space), 14 + 16);
  return body;
}

const adobe = (transform: number) =>
  Uint8Array.from([...latin("Adobe"), 0, 100, 0, 0, 0, 0, transform]);
const withExif = (body: Uint8Array) => withSegments(SMALL, [{ marker: 0xe1, body }]);
const withProfile = (body: Uint8Array) => withSegments(SMALL, [{ marker: 0xe2, body }]);

const smallJpegBytes = (options: SmallJpeg) => Uint8Array.from(joinJpeg(jpegParts(options)));

test("reads a plain picture", async () => {
  expect(await read(SMALL)).toEqual({
    width: 64,
    height: 48,
    components: 3,
    coding: "sequential",
    orientation: 1,
    orientationAt: null,
    adobeTransform: null,
    profile: null,
  });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "reads the orientation %i in either byte order, and the sides as they are shown",
  async (value) => {
    const sides = value < 5 ? { width: 64, height: 48 } : { width: 48, height: 64 };
    for (const isLittleEndian of [true, false]) {
      const file = withExif(exif(value, isLittleEndian));
      const { orientationAt, ...findings } = await read(file);
      expect(findings).toMatchObject({ orientation: value, ...sides });
      expect(file[orientationAt ?? 0]).toBe(value);
    }
  },
);

test.each([
  ["an orientation of 0", exif(0, true)],
  ["an orientation of 9", exif(9, false)],
  ["an orientation of another type", exif(6, true, 0x0112, 4)],
  ["other tags alone", exif(6, true, 0x0110)],
  ["no byte order", exif(6, true).fill(0, 6, 8)],
  ["a directory outside of its segment", exif(6, true).fill(0xff, 10, 14)],
  ["more tags than fit", exif(1, true).fill(0xff, 14, 16)],
  ["XMP instead", Uint8Array.from(latin("http://ns.adobe.com/xap/1.0/\0<x/>"))],
  ["nothing", new Uint8Array(0)],
])("takes EXIF with %s as upright", async (_what, body) => {
  expect(await read(withExif(body))).toMatchObject({ orientation: 1 });
});

test("goes by the first EXIF block that has an orientation", async () => {
  const blocks = [exif(6, true, 0x0110), exif(3, true), exif(8, false)];
  const file = withSegments(
    SMALL,
    blocks.map((body) => ({ marker: 0xe1, body })),
  );
  expect(await read(file)).toMatchObject({ orientation: 3 });
});

test.each([
  ["RGB ", "rgb"],
  ["CMYK", "cmyk"],
  ["GRAY", "grey"],
  ["Lab ", "other"],
])("reads the colour space %s of a profile", async (space, expectedProfile) => {
  expect(await read(withProfile(profile(space)))).toMatchObject({ profile: expectedProfile });
});

test("reads a profile's header from its first piece only", async () => {
  expect(await read(withProfile(profile("CMYK", 2)))).toMatchObject({ profile: null });
  const pieces = [profile("junk", 2), profile("RGB ", 1)].map((body) => ({ marker: 0xe2, body }));
  expect(await read(withSegments(SMALL, pieces))).toMatchObject({ profile: "rgb" });
  expect(await read(withProfile(profile("RGB ").subarray(0, 33)))).toMatchObject({ profile: null });
});

test.each([0, 1, 2])("reads Adobe's colour transform %i", async (transform) => {
  const file = withSegments(smallJpegBytes({ components: 4 }), [
    { marker: 0xee, body: adobe(transform) },
  ]);
  expect(await read(file)).toMatchObject({ components: 4, adobeTransform: transform });
});

test.each([
  [0xc0, "sequential"],
  [0xc1, "sequential"],
  [0xc2, "progressive"],
  [0xc9, "rare"],
])("knows the coding of frame %i", async (frame, coding) => {
  expect(await read(smallJpegBytes({ frame }))).toMatchObject({ coding });
});

test("refuses what the header reader refuses, and never throws over damaged metadata", async () => {
  const bodies = [exif(6, true), profile("RGB "), adobe(2)];
  const file = withSegments(SMALL, [
    ...bodies.map((body, at) => ({ marker: [0xe1, 0xe2, 0xee][at] ?? 0xe0, body })),
  ]);
  const change = fc.tuple(fc.nat(300), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 8 }),
      fc.nat(600),
      async (changes, cutLength) => {
        const damagedFile = file.slice(0, file.length - Math.max(0, cutLength - 300));
        for (const [at, value] of changes) damagedFile[at] = value;
        const plain = await readJpegHeader(bytesReader(damagedFile), damagedFile.length);
        const result = await readArtwork(bytesReader(damagedFile), damagedFile.length);
        if (!plain.ok || !result.ok) {
          expect(result).toEqual(plain);
          return;
        }
        const { width, height, components } = plain;
        const sides = [result.artwork.width, result.artwork.height];
        expect(sides.sort()).toEqual([width, height].sort());
        expect(result.artwork).toMatchObject({ components });
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(result.artwork.orientation);
      },
    ),
    { numRuns: 500 },
  );
});
