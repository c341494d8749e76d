import fc from "fast-check";
import { expect, test } from "vitest";
import { PART_BYTES, partCount, partRange } from "./plan";

test("the parts of any file cover it exactly once, equal but the last, none empty", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 * 1024 * 1024 }), (size) => {
      let covered = 0;
      const count = partCount(size, PART_BYTES);
      for (let number = 1; number <= count; number++) {
        const range = partRange(size, PART_BYTES, number);
        expect(range?.start).toBe(covered);
        covered = range?.end ?? 0;
        if (number < count) expect(covered - (range?.start ?? 0)).toBe(PART_BYTES);
        expect(covered).toBeGreaterThan(range?.start ?? 0);
      }
      expect(covered).toBe(size);
    }),
  );
});

test.each([0, -1, 3, 1.5, Number.NaN, 10_001])(
  "part %s of a two-part file does not exist",
  (number) => {
    expect(partRange(PART_BYTES + 1, PART_BYTES, number)).toBeUndefined();
  },
);
