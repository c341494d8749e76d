import fc from "fast-check";
import { expect, test } from "vitest";
import { PART_BYTES, partCount, partRange, partSizeFor, plannedParts } from "./upload-plan";

test("the parts of any file cover it exactly once, equal but the last, none empty", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 * 1024 * 1024 }), (size) => {
      let coveredBytes = 0;
      const count = partCount(size, PART_BYTES);
      for (let number = 1; number <= count; number++) {
        const range = partRange(size, PART_BYTES, number);
        expect(range?.start).toBe(coveredBytes);
        coveredBytes = range?.end ?? 0;
        if (number < count) expect(coveredBytes - (range?.start ?? 0)).toBe(PART_BYTES);
        expect(coveredBytes).toBeGreaterThan(range?.start ?? 0);
      }
      expect(coveredBytes).toBe(size);
    }),
  );
});

test.each([0, -1, 3, 1.5, Number.NaN, 10_001])(
  "part %s of a two-part file does not exist",
  (number) => {
    expect(partRange(PART_BYTES + 1, PART_BYTES, number)).toBeUndefined();
  },
);

test.each([
  [undefined, 5],
  [0, 5],
  [5.9, 5],
  [6, 6],
  [12.5, 12],
  [16, 16],
  [17, 16],
  [1e9, 16],
])("who wishes for parts of %s MiB gets parts of %i MiB", (wish, mib) => {
  const size = partSizeFor(wish === undefined ? undefined : wish * 1024 * 1024);
  expect(size).toBe(mib * 1024 * 1024);
});

test("the planned numbers are those that have a range", () => {
  const file = { size: 3 * PART_BYTES + 1, partSize: PART_BYTES };
  expect(plannedParts(file)).toEqual([1, 2, 3, 4]);
  for (const number of plannedParts(file))
    expect(partRange(file.size, file.partSize, number)).toBeDefined();
});
