import { expect, test } from "vitest";
import { formatCount, pluralize } from "./format-count";

test("a number is written in groups of three", () => {
  expect(formatCount(1_234_567.4)).toBe("1,234,567");
});

test.each([
  [0, "0 checks"],
  [1, "1 check"],
  [12_345, "12,345 checks"],
])("%d of something is %s", (count, text) => {
  expect(pluralize(count, "check")).toBe(text);
});
