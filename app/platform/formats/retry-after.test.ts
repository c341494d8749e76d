import { expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after";

const noon = new Date("2026-11-21T12:00:00Z");

test.each([
  ["17", 17],
  [" 3 ", 3],
  ["1.5", 1.5],
  ["Sat, 21 Nov 2026 12:00:40 GMT", 40],
  ["Sat, 21 Nov 2026 11:59:00 GMT", undefined],
  ["0", undefined],
  ["-5", undefined],
  ["soon", undefined],
  ["Infinity", undefined],
  ["", undefined],
  [null, undefined],
])("Retry-After %j asks for %s seconds", (header, seconds) => {
  expect(retryAfterSeconds(header, noon)).toBe(seconds);
});
