import { expect, test } from "vitest";
import { previewSize } from "./preview";

test.each([
  [3000, 3000, 650, 650],
  [6000, 3000, 650, 325],
  [1200, 4800, 163, 650],
  [651, 650, 650, 649],
])("a picture of %i by %i is shown as one of %i by %i", (width, height, ...size) => {
  const preview = previewSize({ width, height });
  expect([preview.width, preview.height]).toEqual(size);
});

test("a picture that is small already keeps its size", () => {
  expect(previewSize({ width: 600, height: 400 })).toEqual({ width: 600, height: 400 });
});

test("however long and thin a picture is, something of it is left", () => {
  expect(previewSize({ width: 65_000, height: 3 })).toEqual({ width: 650, height: 1 });
});
