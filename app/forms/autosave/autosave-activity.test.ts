import { expect, test } from "vitest";
import {
  MAX_SAVE_DELAY_MS,
  RETRY_MS,
  SAVE_DELAY_MS,
  saveDelay,
  saveRetryDelay,
} from "./autosave-activity";

test("what is typed goes out a moment after the last key, and in time for who never pauses", () => {
  expect(saveDelay(0, 0)).toBe(SAVE_DELAY_MS);
  expect(saveDelay(0, MAX_SAVE_DELAY_MS - 100)).toBe(100);
  expect(saveDelay(0, MAX_SAVE_DELAY_MS + 1)).toBe(0);
});

test("pauses between tries double up to half a minute", () => {
  expect([0, 1, 2, 3, 4, 20].map((failures) => saveRetryDelay(failures))).toEqual([
    RETRY_MS,
    4_000,
    8_000,
    16_000,
    30_000,
    30_000,
  ]);
});

test("a server that says when to come back is never tried sooner", () => {
  expect(saveRetryDelay(0, 60_000)).toBe(60_000);
  expect(saveRetryDelay(20, 1_000)).toBe(30_000);
});
