import { expect, test } from "vitest";
import { blobReader, bytesReader, createCachedReader, type RangeReader } from "./range-reader";

const BYTES = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251);

function countingReader(readRange: RangeReader) {
  const calls: [number, number][] = [];
  const counting: RangeReader = (offset, length) => {
    calls.push([offset, length]);
    return readRange(offset, length);
  };
  return { calls, read: counting };
}

test("a blob and bytes give the same ranges, and fewer bytes at the end", async () => {
  const blob = new Blob([BYTES]);
  for (const readRange of [blobReader(blob), bytesReader(BYTES)]) {
    expect(await readRange(1000, 4)).toEqual(BYTES.slice(1000, 1004));
    expect(await readRange(199_998, 10)).toEqual(BYTES.slice(199_998));
  }
});

test("reads close together share one range read of 64 KiB", async () => {
  const { calls, read } = countingReader(bytesReader(BYTES));
  const looks = createCachedReader(read, BYTES.length, 10);
  expect((await looks.at(0, 8))?.getUint8(7)).toBe(7);
  expect((await looks.at(65_528, 8))?.getUint8(0)).toBe(65_528 % 251);
  expect(calls).toEqual([[0, 65_536]]);
  expect((await looks.at(65_530, 8))?.getUint8(7)).toBe(65_537 % 251);
  expect((await looks.at(199_999, 1))?.getUint8(0)).toBe(199_999 % 251);
  expect(calls).toEqual([
    [0, 65_536],
    [65_530, 65_536],
    [199_999, 1],
  ]);
});

test("a read before the window loads it again", async () => {
  const looks = createCachedReader(blobReader(new Blob([BYTES])), BYTES.length, 10);
  await looks.at(100_000, 8);
  expect((await looks.at(99_990, 4))?.getUint8(3)).toBe(99_993 % 251);
});

test("a read past the end of the file is undefined and loads nothing", async () => {
  const { calls, read } = countingReader(bytesReader(BYTES));
  const looks = createCachedReader(read, BYTES.length, 10);
  expect(await looks.at(199_999, 2)).toBeUndefined();
  expect(looks.spent()).toBe(false);
  expect(calls).toEqual([]);
});

test("a source shorter than its stated size gives undefined", async () => {
  const looks = createCachedReader(bytesReader(BYTES.subarray(0, 10)), 1000, 10);
  expect(await looks.at(8, 4)).toBeUndefined();
  expect((await looks.at(8, 2))?.getUint8(1)).toBe(9);
});

test("stops reading when the budget is spent", async () => {
  const { calls, read } = countingReader(bytesReader(BYTES));
  const looks = createCachedReader(read, BYTES.length, 2);
  await looks.at(0, 1);
  await looks.at(70_000, 1);
  expect(looks.spent()).toBe(false);
  expect(await looks.at(140_000, 1)).toBeUndefined();
  expect(looks.spent()).toBe(true);
  expect(calls).toHaveLength(2);
});
