import { expect, test } from "vitest";
import { readHours } from "./dashboard";

test.each([
  ["", 24],
  ["hours=1", 1],
  ["hours=24", 24],
  ["hours=168", 168],
  ["other=5", 24],
])("?%s is a window of %d hours", (query, hours) => {
  expect(readHours(new URLSearchParams(query))).toBe(hours);
});

test.each([
  ...["hours=", "hours=0", "hours=2", "hours=-1", "hours=24.0", "hours=024", "hours=%2024"],
  ...["hours=1e0", "hours=0x18", "hours=NaN", "hours=Infinity", "hours=day", "hours=1&hours=24"],
  ...["hours=24&hours=24", "hours=168h", "hours=__proto__", "hours=99999999999999999999"],
])("?%s is no window", (query) => {
  expect(readHours(new URLSearchParams(query))).toBe(undefined);
});
