import { expect, test } from "vitest";
import { durationWords } from "./duration";

test.each([
  [0, "0 seconds"],
  [1.9, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [3_599, "59 minutes"],
  [3_600, "1 hour"],
  [7_260, "2 hours 1 minute"],
  [86_400, "1 day"],
  [90_000, "1 day 1 hour"],
  [2_592_000, "30 days"],
])("%d seconds are %s", (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
