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
  [1, "1 minute", "12:01"],
  [60, "1 minute", "12:01"],
  [61, "2 minutes", "12:02"],
  [900, "15 minutes", "12:15"],
])("who has to wait %d seconds comes back in %s, not too early", (seconds, words, time) => {
  expect(formatWait(seconds)).toBe(words);
  expect(formatWaitUntil(seconds, new Date("2026-11-26T12:00:00Z"))).toBe(
    `${words}, at ${time} UTC`,
  );
});
