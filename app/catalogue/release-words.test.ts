import fc from "fast-check";
import { expect, test } from "vitest";
import { playingTime, releaseDay } from "./release-words";

test.each([
  ["2024-03-15", "March 15, 2024"],
  ["2017-06", "June 2017"],
  ["2016", "2016"],
  ["2024-13", "2024-13"],
  ["20240315", "20240315"],
  ["2024-02-31", "2024-02-31"],
  ["0000", ""],
  ["soon", "soon"],
  ["", ""],
])("the release date %j is shown as %j", (date, text) => {
  expect(releaseDay(date)).toBe(text);
});

test.each([
  [0, "0:00"],
  [181_000, "3:01"],
  [59_700, "1:00"],
  [3_599_000, "59:59"],
  [3_723_000, "1:02:03"],
])("%i milliseconds are %s", (milliseconds, text) => {
  expect(playingTime(milliseconds)).toBe(text);
});

test("a playing time names every whole second once", () => {
  fc.assert(
    fc.property(fc.nat(360_000), (seconds) => {
      const parts = playingTime(seconds * 1_000)
        .split(":")
        .map(Number);
      expect(parts.reduce((sum, part) => sum * 60 + part, 0)).toBe(seconds);
    }),
  );
});
