import { expect, test } from "vitest";
import { oddPngs } from "../../../tests/fixtures/odd-pngs";
import { pictures, pngChunk } from "../../../tests/fixtures/pictures";
import { structureProblem } from "./picture-structure";
import { bytesReader, type RangeReader } from "./range-reader";

const latin = (text: string) => new TextEncoder().encode(text);
const joinBytes = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** A reader that counts how often it is asked. */
function countingReader(bytes: Uint8Array) {
  let readCount = 0;
  const whole = bytesReader(bytes);
  const readRange: RangeReader = (offset, length) => {
    readCount += 1;
    return whole(offset, length);
  };
  return { read: readRange, countReads: () => readCount };
}

/** A GIF with one image of so many blocks of so many bytes. */
function createGif(blocks: number, bytes: number): Uint8Array {
  const head = pictures.gif.subarray(0, 13 + 6 + 10 + 1);
  const block = Uint8Array.from([bytes, ...Array<number>(bytes).fill(7)]);
  const pixels = new Uint8Array(blocks * block.length);
  for (let at = 0; at < pixels.length; at += block.length) pixels.set(block, at);
  return joinBytes(head, pixels, Uint8Array.from([0, 0x3b]));
}

test.each([
  ["five million blocks of a byte", 5_000_000, 1],
  ["blocks of three bytes, which end apart from what is read at once", 700_000, 3],
  ["the largest blocks", 30_000, 255],
])(
  "a GIF of %s is walked in a few reads, and cut short it is not whole",
  async (_, count, bytes) => {
    const gif = createGif(count, bytes);
    const { read, countReads } = countingReader(gif);
    expect(await structureProblem("gif", read, gif.length)).toBeUndefined();
    expect(countReads()).toBeLessThan(20);
    for (const length of [gif.length - 2, gif.length - 3, 1_000_000, 70_000])
      expect(await structureProblem("gif", bytesReader(gif.subarray(0, length)), length)).toBe(
        "truncated",
      );
  },
);

test("only the first meta box of a file is read", async () => {
  const { heic } = pictures;
  expect(await structureProblem("heic", bytesReader(heic), heic.length)).toBeUndefined();
  const empty = joinBytes(Uint8Array.from([0, 0, 0, 12]), latin("meta"), new Uint8Array(4));
  const start = new DataView(heic.buffer).getUint32(0);
  const odd = joinBytes(heic.subarray(0, start), empty, heic.subarray(start));
  expect(await structureProblem("heic", bytesReader(odd), odd.length)).toBe("malformed");
});

test.each(oddPngs())(
  "a PNG with $what is accepted or refused as browsers do",
  async ({ bytes, shown }) => {
    const problem = await structureProblem("png", bytesReader(bytes), bytes.length);
    expect(problem === undefined).toBe(shown);
  },
);

test("a damaged byte in any critical chunk of a PNG is found", async () => {
  const { png } = pictures;
  // Only the end chunk follows the pixels.
  for (let at = 8; at < png.length - 12; at++) {
    const bytes = png.with(at, (png[at] ?? 0) ^ 0x10);
    expect(await structureProblem("png", bytesReader(bytes), bytes.length), `${at}`).toBeDefined();
  }
});

test("a PNG of 10 MB is read once, in ever larger blocks", async () => {
  const pixels = Uint8Array.from({ length: 8_192 }, (_, at) => (at * 7_919) & 255);
  const one = Uint8Array.from(pngChunk("IDAT", [...pixels]));
  const first = Uint8Array.from(pngChunk("IDAT", [0x78, 0x9c]));
  const [start, end] = [pictures.png.subarray(0, 33), pictures.png.subarray(-12)];
  const png = joinBytes(start, first, ...Array<Uint8Array>(1_270).fill(one), end);
  const { read, countReads } = countingReader(png);
  expect(await structureProblem("png", read, png.length)).toBeUndefined();
  expect(countReads()).toBeLessThan(200);
});

test.each([-2, -20])("a WebP whose stated end is %s bytes too early is refused", async (less) => {
  const webp = pictures.webp.slice();
  const view = new DataView(webp.buffer);
  view.setUint32(4, Math.max(0, view.getUint32(4, true) + less), true);
  expect(await structureProblem("webp", bytesReader(webp), webp.length)).toBe("malformed");
});
