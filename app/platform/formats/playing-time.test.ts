import fc from "fast-check";
import { expect, test } from "vitest";
import { playingTime } from "./playing-time";

test.each([
  [0, "0:00"],
  [181, "3:01"],
  [59.7, "0:59"],
  [3_599, "59:59"],
  [3_723, "1:02:03"],
])("%d seconds are %s", (seconds, text) => {
  expect(playingTime(seconds)).toBe(text);
});

test("a playing time names every whole second once", () => {
  fc.assert(
    fc.property(fc.nat(360_000), (seconds) => {
      const parts = playingTime(seconds).split(":").map(Number);
      expect(parts.reduce((sum, part) => sum * 60 + part, 0)).toBe(seconds);
    }),
  );
});
