import fc from "fast-check";
import { expect, test } from "vitest";
import { jpegBytes, withSegments } from "../../tests/fixtures/jpeg";
import { wavBytes } from "../../tests/fixtures/wav";
import { readJpegHeader } from "./jpeg-header";
import { bytesReader, type RangeReader } from "./range-reader";

const SMALL = jpegBytes({ width: 64, height: 48 });

function parse(file: Uint8Array) {
  return readJpegHeader(bytesReader(file), file.length);
}

function joined(...parts: (Uint8Array | number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Start, one frame header with the given marker, and an end; no picture in between. */
function bare(marker: number, components: number, width = 300, height = 200): Uint8Array {
  const tables = Array.from({ length: components }, (_, i) => [i + 1, 0x11, 0]).flat();
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const frame = [0xff, marker, 0, 8 + 3 * components, 8, ...size, components, ...tables];
  return joined([0xff, 0xd8], frame, [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]);
}

test("reads a real baseline picture", async () => {
  expect(await parse(SMALL)).toEqual({ ok: true, width: 64, height: 48, components: 3 });
});

test("reads a full-size sleeve from its first 64 KiB and its last", async () => {
  const sleeve = jpegBytes();
  const ranges: [number, number][] = [];
  const read: RangeReader = async (offset, length) => {
    ranges.push([offset, length]);
    return sleeve.subarray(offset, offset + length);
  };
  const result = await readJpegHeader(read, sleeve.length);
  expect(result).toEqual({ ok: true, width: 3000, height: 3000, components: 3 });
  expect(ranges).toEqual([
    [0, 65_536],
    [sleeve.length - 65_536, 65_536],
  ]);
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
  const padding = [0xff, 0xff, 0xff, 0x01, 0xff, 0xc4, 0, 3, 9];
  const file = joined(SMALL.subarray(0, 2), padding, SMALL.subarray(2));
  expect(await parse(file)).toMatchObject({ ok: true, width: 64 });
});

test("reports progressive, grey and CMYK pictures", async () => {
  expect(await parse(bare(0xc2, 3))).toEqual({ ok: true, width: 300, height: 200, components: 3 });
  expect(await parse(bare(0xc0, 1))).toMatchObject({ ok: true, components: 1 });
  expect(await parse(bare(0xc0, 4))).toMatchObject({ ok: true, components: 4 });
});

test("tolerates bytes behind the end of the picture", async () => {
  expect(await parse(joined(SMALL, new Uint8Array(5000)))).toMatchObject({ ok: true, width: 64 });
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
  const cut = withThumbnail.subarray(0, withThumbnail.length - 2);
  expect(await parse(cut)).toEqual({ ok: false, reason: "truncated" });
});

test("calls a download torn and filled up with zeros truncated", async () => {
  const torn = SMALL.slice();
  torn.fill(0, torn.length - 100);
  expect(await parse(torn)).toEqual({ ok: false, reason: "truncated" });
});

const wrongLength = bare(0xc0, 3);
wrongLength[5] = 20;

const REFUSED: [string, Uint8Array, string][] = [
  ["an empty file", new Uint8Array(0), "empty"],
  ["a WAV file", wavBytes({ seconds: 0.01 }), "not-jpeg"],
  ["two bytes", Uint8Array.of(0xff, 0xd8), "not-jpeg"],
  ["a scan without a frame", joined([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9]), "malformed"],
  ["an end without a frame", Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), "malformed"],
  ["bytes where a marker belongs", joined([0xff, 0xd8, 0xff, 0xe0, 0, 2, 1, 2, 3, 4]), "malformed"],
  [
    "a segment shorter than its length field",
    joined([0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0]),
    "malformed",
  ],
  ["a width of 0", bare(0xc0, 3, 0, 200), "malformed"],
  ["a height of 0", bare(0xc0, 3, 300, 0), "malformed"],
  ["no components", bare(0xc0, 0), "malformed"],
  ["a frame header of the wrong length", wrongLength, "malformed"],
  ["nothing but fill bytes", joined([0xff, 0xd8], new Uint8Array(30_000).fill(0xff)), "malformed"],
];

test.each(REFUSED)("refuses %s", async (_what, file, reason) => {
  expect(await parse(file)).toEqual({ ok: false, reason });
});

test("damaged pictures and random bytes never throw", async () => {
  const random = fc.uint8Array({ maxLength: 200 }).map((rest) => joined([0xff, 0xd8, 0xff], rest));
  const damaged = fc
    .array(fc.tuple(fc.nat(SMALL.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const file = SMALL.slice();
      for (const [at, value] of changes) file[at] = value;
      return file;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(random, damaged, fc.uint8Array()), async (file) => {
      const result = await parse(file);
      if (!result.ok) return;
      expect(Math.min(result.width, result.height, result.components)).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
