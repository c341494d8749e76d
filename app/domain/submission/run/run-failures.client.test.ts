import { expect, test } from "vitest";
import {
  failedFile,
  fullRunContent,
  runToEnd,
  singleRunContent,
} from "../../../../tests/support/submission-run-fixture";
import type { FileState, RunCalls } from "./run-submission.client";
import type { RunContent } from "./submission-run";

test.each<[string, RunContent, [string, FileState][], string, string]>([
  [
    "an audio file",
    singleRunContent,
    [["track", failedFile("Network error")]],
    "tracks",
    "Failed to upload Dawn: Network error",
  ],
  [
    "the artwork",
    singleRunContent,
    [["artwork", failedFile("Upload timeout")]],
    "artwork",
    "Failed to upload main artwork: Upload timeout",
  ],
  [
    "a track's own artwork",
    fullRunContent,
    [["c1", failedFile("HTTP status 413")]],
    "custom-artwork",
    "Failed to upload custom artwork for Dusk: HTTP status 413",
  ],
  [
    "a file for no known reason",
    singleRunContent,
    [["track", failedFile("")]],
    "tracks",
    "Failed to upload Dawn: Unknown error",
  ],
])(
  "%s that fails ends the run before anything is recorded",
  async (_, content, files, stage, text) => {
    const { result, steps, reports, failures, listening } = await runToEnd(content, files);
    expect(result).toEqual({ ok: false, stage, text });
    expect(steps).not.toContain("record");
    expect(reports.at(-1)).toMatchObject({ percent: 0, stage, text, remaining: "Calculating..." });
    expect(failures).toEqual([{ stage, text }]);
    expect(listening).toBe(false);
  },
);

const networkError = new TypeError("Failed to fetch");
const breaks = () => Promise.reject(networkError);
test.each<[string, Partial<RunCalls<string>>, object, unknown]>([
  [
    "a check that says no",
    { check: async () => ({ ok: false, text: "Not you", reply: "confirm" }) },
    { stage: "validating", text: "Not you", reply: "confirm" },
    undefined,
  ],
  [
    "a check that cannot be made",
    { check: breaks },
    {
      stage: "validating",
      text: "Failed to validate form. Please try again.",
      unconfirmed: "not-recorded",
    },
    networkError,
  ],
  [
    "a check that says no without a word",
    { check: async () => ({ ok: false }) },
    { stage: "validating", text: "Failed to validate form. Please try again." },
    undefined,
  ],
  [
    "a record that is refused",
    { record: async () => ({ ok: false, text: "Failed to create monday.com entry" }) },
    { stage: "creating", text: "Failed to create monday.com entry" },
    undefined,
  ],
  [
    "a record that gets no answer",
    { record: breaks },
    { stage: "creating", text: "Failed to submit music", unconfirmed: "not-recorded" },
    networkError,
  ],
  [
    "a queue that breaks",
    {
      fileState: () => {
        throw networkError;
      },
    },
    { stage: "tracks", text: "Failed to submit music" },
    networkError,
  ],
])(
  "%s ends the run with its text, resets the progress and is reported once",
  async (_, calls, expectedResult, error) => {
    const { result, reports, failures } = await runToEnd(singleRunContent, [], calls);
    expect(result).toEqual({ ok: false, ...expectedResult });
    expect(reports.at(-1)?.percent).toBe(0);
    expect(reports.filter(({ percent }) => percent === 0)).toHaveLength(1);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ error, ...(result.ok ? {} : { text: result.text }) });
  },
);
