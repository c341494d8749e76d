import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CHUNK_STEP,
  contentRange,
  FIRST_CHUNK,
  LARGEST_CHUNK,
  nextChunkSize,
  receivedBytes,
} from "./byte-range";

test.each([
  [null, 0],
  ["bytes=0-0", 1],
  ["bytes=0-262143", 262_144],
  ["bytes=1-5", undefined],
  ["bytes=0-", undefined],
  ["0-262143", undefined],
  ["bytes=0-5,7-9", undefined],
  ["bytes=0-99999999999999999999", undefined],
])("a 308 with the range %j means %j bytes received", (range, keptLength) => {
  expect(receivedBytes(range)).toBe(keptLength);
});

test.each([
  [0, 262_144, 300_000, "bytes 0-262143/300000"],
  [262_144, 37_856, 300_000, "bytes 262144-299999/300000"],
  [299_999, 1, 300_000, "bytes 299999-299999/300000"],
  [0, 0, 300_000, "bytes */300000"],
  [0, 0, 0, "bytes */0"],
])("from %d, %d bytes of %d are announced as %s", (offset, length, size, header) => {
  expect(contentRange(offset, length, size)).toBe(header);
});

test("chunks grow on a fast connection, shrink on a slow one, and stay multiples of 256 KiB", () => {
  expect(nextChunkSize(FIRST_CHUNK, 300)).toBe(2 * FIRST_CHUNK);
  expect(nextChunkSize(FIRST_CHUNK, 8_000)).toBe(FIRST_CHUNK);
  expect(nextChunkSize(FIRST_CHUNK, 30_000)).toBe(FIRST_CHUNK / 2);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60_000 })), (times) => {
      const last = times.reduce(nextChunkSize, FIRST_CHUNK);
      expect(last % CHUNK_STEP).toBe(0);
      expect(last).toBeGreaterThanOrEqual(CHUNK_STEP);
      expect(last).toBeLessThanOrEqual(LARGEST_CHUNK);
    }),
  );
});
