import fc from "fast-check";
import { expect, test } from "vitest";
import { jpegBytes, withSegments } from "../../../tests/fixtures/jpeg";
import { joinJpeg, jpegParts, type SmallJpeg, segment } from "../../../tests/fixtures/small-jpeg";
import { wavBytes } from "../../../tests/fixtures/wav";
import { readJpegHeader } from "./jpeg-header";
import { bytesReader, type RangeReader } from "./range-reader";

const SMALL = jpegBytes({ width: 64, height: 48 });

function parse(file: Uint8Array) {
  return readJpegHeader(bytesReader(file), file.length);
}

function joinBytes(...parts: (Uint8Array | number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const smallJpegBytes = (options: SmallJpeg) => Uint8Array.from(joinJpeg(jpegParts(options)));
const baseParts = jpegParts();

test("reads a real baseline picture", async () => {
  expect(await parse(SMALL)).toEqual({ ok: true, width: 64, height: 48, components: 3 });
});

test("reads a full-size sleeve once, in ever larger blocks", async () => {
  const sleeve = jpegBytes();
  const ranges: [number, number][] = [];
  const readRange: RangeReader = async (offset, length) => {
    ranges.push([offset, length]);
    return sleeve.subarray(offset, offset + length);
  };
  const result = await readJpegHeader(readRange, sleeve.length);
  expect(result).toEqual({ ok: true, width: 3000, height: 3000, components: 3 });
  expect(ranges.length).toBeLessThan(8);
  const readBytes = ranges.reduce((sum, [, length]) => sum + length, 0);
  expect(readBytes).toBeLessThan(sleeve.length * 1.1 + 65_536);
}, 20_000);

test("finds the frame behind megabytes of metadata", async () => {
  const segment = { marker: 0xe2, body: new Uint8Array(65_533) };
  const heavy = withSegments(
    SMALL,
    Array.from({ length: 30 }, () => segment),
  );
  expect(heavy.length).toBeGreaterThan(1_900_000);
  expect(await parse(heavy)).toMatchObject({ ok: true, width: 64, height: 48 });
});

test("skips fill bytes, stand-alone markers and tables in front of the frame", async () => {
  const padding = [0xff, 0xff, 0xff, 0x01, 0xff, 0xc4, 0, 2];
  const file = joinBytes(SMALL.subarray(0, 2), padding, SMALL.subarray(2));
  expect(await parse(file)).toMatchObject({ ok: true, width: 64 });
});

test("a segment whose length leaves its own two bytes out is passed over where it is metadata", async () => {
  const begins = (marker: number, length: number) =>
    parse(joinBytes(SMALL.subarray(0, 2), [0xff, marker, 0, length], SMALL.subarray(2)));
  for (const length of [0, 1]) {
    for (const marker of [0xe5, 0xfe])
      expect(await begins(marker, length)).toMatchObject({ ok: true });
    for (const marker of [0xc4, 0xdb, 0xcc, 0xdd])
      expect(await begins(marker, length)).toEqual({ ok: false, reason: "malformed" });
  }
});

test("reports progressive, grey and CMYK pictures", async () => {
  const size = { width: 300, height: 200 };
  expect(await parse(smallJpegBytes({ ...size, frame: 0xc2 }))).toEqual({
    ok: true,
    ...size,
    components: 3,
  });
  expect(await parse(smallJpegBytes({ components: 1 }))).toMatchObject({ ok: true, components: 1 });
  expect(await parse(smallJpegBytes({ components: 4 }))).toMatchObject({ ok: true, components: 4 });
});

test("tolerates any number of bytes behind the end of the picture", async () => {
  for (const bytes of [1, 5_000, 70_000, 5_000_000])
    expect(await parse(joinBytes(SMALL, new Uint8Array(bytes).fill(7)))).toMatchObject({
      ok: true,
    });
});

test("calls a picture truncated wherever it is cut behind its first bytes", async () => {
  for (let length = 3; length < SMALL.length; length++) {
    const result = await parse(SMALL.subarray(0, length));
    expect(result, `cut at ${length}`).toEqual({ ok: false, reason: "truncated" });
  }
});

test("does not take the end of an embedded thumbnail for the end of the picture", async () => {
  const withThumbnail = withSegments(SMALL, [{ marker: 0xe1, body: SMALL }]);
  expect(await parse(withThumbnail)).toMatchObject({ ok: true, width: 64 });
  const tornPicture = withThumbnail.subarray(0, withThumbnail.length - 2);
  expect(await parse(tornPicture)).toEqual({ ok: false, reason: "truncated" });
});

test("calls a download torn and filled up with zeros truncated", async () => {
  const torn = SMALL.slice();
  torn.fill(0, torn.length - 100);
  expect(await parse(torn)).toEqual({ ok: false, reason: "truncated" });
});

const REFUSED: [string, Uint8Array, string][] = [
  ["an empty file", new Uint8Array(0), "empty"],
  ["a WAV file", wavBytes({ seconds: 0.01 }), "not-jpeg"],
  ["two bytes", Uint8Array.of(0xff, 0xd8), "not-jpeg"],
  ["a scan without a frame", joinBytes([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9]), "malformed"],
  ["an end without a frame", Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), "malformed"],
  ["a width of 0", smallJpegBytes({ width: 0 }), "malformed"],
  ["a height of 0", smallJpegBytes({ height: 0 }), "malformed"],
  ["no components", smallJpegBytes({ components: 0 }), "malformed"],
  ["a frame without a scan", Uint8Array.from(joinJpeg({ ...baseParts, scans: [] })), "malformed"],
  ["two components", smallJpegBytes({ components: 2 }), "unsupported"],
  ["five components", smallJpegBytes({ components: 5 }), "unsupported"],
  ["12 bits", smallJpegBytes({ precision: 12, frame: 0xc1 }), "unsupported"],
  ["lossless coding", smallJpegBytes({ frame: 0xc3 }), "unsupported"],
  ["sides beyond what is shown", smallJpegBytes({ width: 65_501, height: 1 }), "unsupported"],
  ["a doubled start", joinBytes(SMALL.subarray(0, 2), SMALL), "malformed"],
  [
    "nothing but fill bytes",
    joinBytes([0xff, 0xd8], new Uint8Array(30_000).fill(0xff)),
    "truncated",
  ],
];

test.each(REFUSED)("refuses %s", async (_what, file, reason) => {
  expect(await parse(file)).toEqual({ ok: false, reason });
});

test("refuses components that nobody enlarges to the largest: two thirds and three quarters of it", async () => {
  const withSides = (first: number, second: number) => {
    const frame = [...baseParts.frame];
    [frame[11], frame[14]] = [first, second];
    return parse(Uint8Array.from(joinJpeg({ ...baseParts, frame })));
  };
  for (const [first, second] of [
    [0x31, 0x21],
    [0x12, 0x13],
    [0x41, 0x31],
  ] as const)
    expect(await withSides(first, second)).toEqual({ ok: false, reason: "unsupported" });
  for (const [first, second] of [
    [0x31, 0x11],
    [0x41, 0x21],
    [0x21, 0x12],
  ] as const)
    expect(await withSides(first, second)).toMatchObject({ ok: true });
});

test("refuses pictures in so many scans that browsers give up", async () => {
  const parts = jpegParts({ apart: true });
  const inScans = (count: number) => {
    const scans = Array.from({ length: count }, (_, at) => parts.scans[at % 3] ?? []);
    return parse(Uint8Array.from(joinJpeg({ ...parts, scans })));
  };
  expect(await inScans(99)).toMatchObject({ ok: true });
  expect(await inScans(100)).toEqual({ ok: false, reason: "unsupported" });
});

test("refuses tables whose last code is of ones alone, which no code may be", async () => {
  const withCodes = (...counts: number[]) => {
    const table = [0x00, ...counts, ...Array<number>(16 - counts.length).fill(0)];
    const total = counts.reduce((sum, count) => sum + count, 0);
    const codes = [
      ...baseParts.codes,
      ...segment(0xc4, [...table, ...Array<number>(total).keys()]),
    ];
    return parse(Uint8Array.from(joinJpeg({ ...baseParts, codes })));
  };
  expect(await withCodes(1, 1, 1)).toMatchObject({ ok: true });
  for (const full of [[2], [0, 4], [1, 1, 2]])
    expect(await withCodes(...full)).toEqual({ ok: false, reason: "malformed" });
});

test("damaged pictures and random bytes never throw", async () => {
  const random = fc
    .uint8Array({ maxLength: 200 })
    .map((rest) => joinBytes([0xff, 0xd8, 0xff], rest));
  const damagedPictures = fc
    .array(fc.tuple(fc.nat(SMALL.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const file = SMALL.slice();
      for (const [at, value] of changes) file[at] = value;
      return file;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(random, damagedPictures, fc.uint8Array()), async (file) => {
      const result = await parse(file);
      if (!result.ok) return;
      expect(Math.min(result.width, result.height, result.components)).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
