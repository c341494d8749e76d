import { expect, test } from "vitest";
import { formatBytes } from "./bytes";

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [2048, "2KB"],
  [40 * 1024 * 1024, "40.0MB"],
])("%d bytes are shown as %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
