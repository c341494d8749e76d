import { expect, test } from "vitest";
import {
  losesBytes,
  percentInFlight,
  percentSent,
  timeLeft,
  type UploadState,
  uploadStatusText,
} from "./upload-state";

const MIB = 1024 * 1024;
const state: UploadState = {
  slot: "artwork",
  kind: "artwork",
  fileName: "sleeve.jpg",
  size: 40 * MIB,
  stored: 10 * MIB,
  inFlight: 5 * MIB,
  phase: "sending",
};

test.each<[string, Partial<UploadState>, string]>([
  ["what the server has", {}, "Sending: 10.0MB of 40.0MB (25%)"],
  [
    "speed and time left",
    { rate: 1.5 * MIB, secondsLeft: 170 },
    "Sending: 10.0MB of 40.0MB (25%), 1.5MB/s, about 3 minutes left",
  ],
  ["a file in line", { text: "In line." }, "In line."],
  [
    "a broken connection, with what is safe and what happens next",
    { phase: "waiting", text: "Waiting for connection." },
    "Waiting for connection. 10.0MB of 40.0MB sent so far; the rest follows by itself.",
  ],
  ["a pause", { phase: "paused" }, "Paused. 10.0MB of 40.0MB is safely stored."],
  ["the look at the header", { phase: "checking", stored: 0 }, "Checking the file…"],
  ["the server's check", { phase: "checking", stored: 40 * MIB }, "Sent. Checking the file…"],
  ["the end", { phase: "stored", stored: 40 * MIB }, "Uploaded and ready: 40.0MB"],
  [
    "another device's upload",
    { phase: "needs-file" },
    "10.0MB of 40.0MB is safely stored. Choose the same file again to send the rest.",
  ],
  [
    "one of which nothing has come",
    { phase: "needs-file", stored: 0 },
    "Not sent yet. Choose the same file again to send it.",
  ],
  ["another tab", { phase: "elsewhere", stored: 0 }, "Another tab is sending this file."],
  [
    "another tab that gets on",
    { phase: "elsewhere" },
    "Another tab is sending this file: 10.0MB of 40.0MB (25%).",
  ],
  ["a failure", { phase: "failed", text: "HTTP status 418" }, "HTTP status 418"],
])("%s is told in words", (_, change, words) => {
  expect(uploadStatusText({ ...state, ...change })).toBe(words);
});

test("100% is only said when the server has every byte", () => {
  expect(percentSent({ stored: 999_999, size: 1_000_000 })).toBe(99);
  expect(percentSent({ stored: 1_000_000, size: 1_000_000 })).toBe(100);
  expect(percentInFlight({ stored: 0, inFlight: 1_000_000, size: 1_000_000 })).toBe(99);
  expect(percentInFlight({ stored: 1_000_000, inFlight: 0, size: 1_000_000 })).toBe(100);
  expect(percentInFlight(state)).toBe(37);
});

test.each([
  [0, "less than a minute left"],
  [59, "less than a minute left"],
  [80, "about 1 minute left"],
  [30 * 60, "about 30 minutes left"],
  [100 * 60, "about 2 hours left"],
])("%d seconds are told as %s", (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});

test.each<[string, Partial<UploadState>, boolean]>([
  ["on its way", {}, true],
  ["on its way and kept here", { kept: true }, false],
  ["paused", { phase: "paused" }, true],
  ["waiting", { phase: "waiting" }, true],
  ["all at the server, being checked", { phase: "checking", stored: 100 }, false],
  ["stored", { phase: "stored", stored: 100 }, false],
  ["failed", { phase: "failed" }, false],
  ["in another tab", { phase: "elsewhere" }, false],
])("leaving loses bytes of a file %s: or not", (_, change, unsafe) => {
  const state = { phase: "sending" as const, size: 100, stored: 40, ...change };
  expect(losesBytes(state)).toBe(unsafe);
});
