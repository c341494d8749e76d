import { afterEach, expect, test, vi } from "vitest";
import { addFailedText, checkQuery, musicSearchText } from "~/domain/catalogue/catalogue-search";
import { albumItem, foundRelease, itemWithoutDetails } from "~/domain/catalogue/found-release";
import { albumMetadata, trackMetadata } from "~/domain/catalogue/read-spotify";
import { recordFailureText } from "~/domain/submission/record/failure-text";
import {
  failureText,
  planRun,
  type RunStage,
  uploadFailureText,
} from "~/domain/submission/run/submission-run";
import { browserTransport } from "~/domain/uploads/sending/browser-transport.client";
import { finishCall } from "~/domain/uploads/sending/server-calls.client";
import { uploadStatusText } from "~/domain/uploads/upload-state";
import { playbackErrorText } from "~/ui/player/use-player";

// Wizard document, section 8, "Error catalogue". One row per text.

const plan = planRun({
  tracks: [{ slot: "audio:a", title: "Ferry" }],
  artwork: "artwork",
  customArtwork: [{ slot: "artwork:a", title: "Ferry" }],
  hasClips: false,
});
function uploadFailed(stage: RunStage, error: string): string {
  const step = plan.find((entry) => entry.stage === stage);
  if (!step) throw new Error(`No stage ${stage}`);
  return uploadFailureText(step, error);
}
const failedFile = {
  slot: "audio:a",
  kind: "track" as const,
  fileName: "a.wav",
  size: 1,
  stored: 0,
  inFlight: 0,
  phase: "failed" as const,
};

test.each<[string, string | undefined, string]>([
  ["a track", uploadFailed("tracks", "Network error"), "Failed to upload Ferry: Network error"],
  [
    "the main artwork",
    uploadFailed("artwork", "Upload timeout"),
    "Failed to upload main artwork: Upload timeout",
  ],
  [
    "custom artwork",
    uploadFailed("custom-artwork", "Upload failed"),
    "Failed to upload custom artwork for Ferry: Upload failed",
  ],
  ["the fallback", uploadFailed("tracks", ""), "Failed to upload Ferry: Unknown error"],
  ["a file that failed without a reason", uploadStatusText(failedFile), "Upload failed"],
])("section 8, upload: %s", (_, actual, expectedText) => {
  expect(actual).toBe(expectedText);
});

test.each<[string, string | undefined, string]>([
  ["record", recordFailureText("open"), "Failed to create monday.com entry"],
  ["record, returning", recordFailureText("returning"), "Failed to create monday.com entry"],
  [
    "record, invitation",
    recordFailureText("invited"),
    "Failed to update monday.com entry via invitation",
  ],
  ["generic fallback", failureText("creating"), "Failed to submit music"],
  [
    "a check that could not be made",
    failureText("validating"),
    "Failed to validate form. Please try again.",
  ],
  [
    "catalogue search",
    musicSearchText({ state: "failed", problem: "unavailable", items: [] }).title,
    "Search failed",
  ],
  ["catalogue search, empty (portal, section 5)", checkQuery(""), "Search query cannot be empty"],
  ["catalogue adding", addFailedText("unavailable").title, "Error adding item to catalogue"],
  [
    "audio preview, cannot be decoded",
    playbackErrorText({ code: 3 }),
    "Unable to play audio file. Please check the file format.",
  ],
  [
    "audio preview, blocked",
    playbackErrorText({ name: "NotAllowedError" }),
    "Audio playback blocked by browser. Please click the play button to allow audio.",
  ],
  [
    "audio preview, not supported",
    playbackErrorText({ name: "NotSupportedError" }),
    "Audio format not supported by your browser.",
  ],
  [
    "audio preview, anything else",
    playbackErrorText(null),
    "Unable to play audio. Please try again.",
  ],
])("section 8, %s", (_, actual, expectedText) => {
  expect(actual).toBe(expectedText);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The text of a call to the upload routes that ends like this. */
async function callText(fetch: typeof globalThis.fetch): Promise<string> {
  vi.stubGlobal("fetch", fetch);
  const { signal } = new AbortController();
  const call = finishCall(browserTransport, "an-upload", { stored: [] }, signal);
  return call.then(
    () => "none",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test.each<[string, typeof fetch, string]>([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), "Network error"],
  ["no JSON", async () => new Response("<html>"), "Failed to parse server response"],
  ["a reply without a text", async () => new Response("", { status: 502 }), "HTTP status 502"],
  [
    "the server's own text",
    async () => Response.json({ error: "File size exceeds 200MB limit" }, { status: 413 }),
    "File size exceeds 200MB limit",
  ],
])("section 8, transport errors: %s", async (_, fetch, text) => {
  expect(await callText(fetch)).toBe(text);
});

test("section 8, transport errors: 'Upload timeout' after the 5 minutes of section 9", async () => {
  vi.useFakeTimers();
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  let errorText: string | undefined;
  const call = callText(never).then((text) => {
    errorText = text;
  });
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  expect(errorText).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(errorText).toBe("Upload timeout");
});

const album = {
  type: "album" as const,
  id: "a",
  name: "Harbour",
  artists: [],
  images: [],
  release_date: "",
};

test("section 8, missing album or track metadata falls back to 'Unknown Label' and no details", () => {
  const bare = { id: "a", name: "Harbour" };
  expect(albumItem("a", albumMetadata(bare))).toMatchObject({
    albumDetails: { label: "Unknown Label", upc: null, copyrights: [], tracks: [] },
  });
  expect(trackMetadata(bare)).toMatchObject({ label: "Unknown Label", isrc: null, upc: null });
  expect(itemWithoutDetails(foundRelease(album))).toMatchObject({
    albumDetails: { label: "Unknown Label", upc: null, copyrights: [], tracks: [] },
  });
});
