import { expect, test } from "vitest";
import type { UploadState } from "~/domain/uploads/upload-state";
import type { FileState } from "./run-submission.client";
import { fileState } from "./submit-run.client";

const base: UploadState = {
  slot: "audio:track-1",
  kind: "track",
  fileName: "tide.wav",
  size: 100,
  stored: 40,
  inFlight: 10,
  phase: "sending",
};

test("a slot without an upload in this tab counts as done", () => {
  expect(fileState(undefined)).toEqual({ done: true, fraction: 1 });
});

test.each<[string, Partial<UploadState>, FileState]>([
  ["sending", {}, { done: false, fraction: 0.5 }],
  ["stored", { phase: "stored" }, { done: true, fraction: 1 }],
  [
    "waiting",
    { phase: "waiting", text: "No connection.", tries: 4 },
    { done: false, fraction: 0.5, waiting: "No connection." },
  ],
  [
    "waiting for long",
    { phase: "waiting", tries: 5, cause: "HTTP status 503" },
    { done: false, fraction: 0.5, failed: "HTTP status 503" },
  ],
  [
    "failed",
    { phase: "failed", text: "Upload failed" },
    { done: false, fraction: 0.5, failed: "Upload failed" },
  ],
  [
    "in need of its file, which is for the server to say,",
    { phase: "needs-file", stored: 0, inFlight: 0 },
    { done: true, fraction: 1 },
  ],
  ["in another tab", { phase: "elsewhere" }, { done: false, fraction: 0.5 }],
])("a file %s is told to the run", (_, change, expectedState) => {
  expect(fileState({ ...base, ...change })).toEqual(expectedState);
});
