import { expect, test } from "vitest";
import { partWish } from "./part-wish";

const MIB = 1024 * 1024;

test.each([
  [undefined, 5],
  [50_000, 5],
  [2_500_000, 5],
  [5 * MIB, 10],
  [100 * MIB, 16],
])("after %s bytes a second parts of %i MiB are asked for", (rate, mib) => {
  expect(partWish(rate)).toBe(mib * MIB);
});
