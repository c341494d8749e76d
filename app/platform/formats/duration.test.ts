import { expect, test } from "vitest";
import { formatDuration, formatEstimate, formatWait, formatWaitUntil } from "./duration";

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
  expect(formatDuration(seconds)).toBe(words);
});

test.each([
  [0, "less than a minute"],
  [59, "less than a minute"],
  [80, "about 1 minute"],
  [89 * 60, "about 89 minutes"],
  [90 * 60, "about 2 hours"],
])("%d seconds that are foreseen are %s", (seconds, words) => {
  expect(formatEstimate(seconds)).toBe(words);
});

test.each([
  [0.4, "1 second", ""],
  [6.2, "7 seconds", ""],
  [59.5, "1 minute", ", at 12:01 UTC"],
  [61, "2 minutes", ", at 12:02 UTC"],
  [900, "15 minutes", ", at 12:15 UTC"],
  [3_599, "1 hour", ", at 13:00 UTC"],
  [7_201, "2 hours 1 minute", ", at 14:01 UTC"],
  [84_471, "23 hours 28 minutes", ", on November 27, 2026, 11:28 UTC"],
])("who has to wait %d seconds comes back in %s%s, not too early", (seconds, words, until) => {
  expect(formatWait(seconds)).toBe(words);
  expect(formatWaitUntil(seconds, new Date("2026-11-26T12:00:00Z"))).toBe(words + until);
});
