import { expect, test } from "vitest";
import { formatBytes, percentSent, type UploadState, uploadWords } from "./upload-state";

const state: UploadState = {
  slot: "artwork",
  fileName: "sleeve.jpg",
  size: 40 * 1024 * 1024,
  sent: 10 * 1024 * 1024,
  phase: "sending",
};

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [2048, "2 KB"],
  [40 * 1024 * 1024, "40.0 MB"],
])("%d bytes are shown as %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test("progress is told in bytes and percent", () => {
  expect(uploadWords(state)).toBe("Sending: 10.0 MB of 40.0 MB (25%)");
});

test("100% is only said when every byte is sent", () => {
  expect(percentSent({ sent: 999_999, size: 1_000_000 })).toBe(99);
  expect(percentSent({ sent: 1_000_000, size: 1_000_000 })).toBe(100);
});

test("a broken connection is told with what is safe and what happens next", () => {
  expect(uploadWords({ ...state, phase: "waiting", text: "No connection." })).toBe(
    "No connection. 10.0 MB of 40.0 MB sent so far; the rest follows by itself.",
  );
});
