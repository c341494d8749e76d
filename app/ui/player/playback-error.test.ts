import { expect, test } from "vitest";
import { isInterruption, playbackErrorText } from "./use-player";

const playbackError = (name: string) => new DOMException("The browser's own words", name);
const mediaError = (code: number) => ({ code, message: "PIPELINE_ERROR_DECODE" });

test.each([
  ["a file that cannot be decoded", mediaError(3)],
  ["data that cannot be decoded", playbackError("EncodingError")],
])("%s: check the file format", (_, error) => {
  expect(playbackErrorText(error)).toBe("Unable to play audio file. Please check the file format.");
});

test("playback that the browser blocks: click the play button", () => {
  expect(playbackErrorText(playbackError("NotAllowedError"))).toBe(
    "Audio playback blocked by browser. Please click the play button to allow audio.",
  );
});

test.each([
  ["a format that play() refuses", playbackError("NotSupportedError")],
  ["a source that no decoder takes", mediaError(4)],
])("%s: not supported", (_, error) => {
  expect(playbackErrorText(error)).toBe("Audio format not supported by your browser.");
});

test.each([
  ["a lost connection", mediaError(2)],
  ["a load that was called off", mediaError(1)],
  ["an exception whose code is a MediaError's by chance", playbackError("HierarchyRequestError")],
  ["a name that every object has", { name: "constructor" }],
  ["any other exception", new TypeError("?")],
  ["no error at all", null],
])("%s: try again", (_, error) => {
  expect(playbackErrorText(error)).toBe("Unable to play audio. Please try again.");
});

test("only an interrupted play is no error", () => {
  expect(isInterruption(playbackError("AbortError"))).toBe(true);
  expect(isInterruption(playbackError("NotAllowedError"))).toBe(false);
  expect(isInterruption(undefined)).toBe(false);
});
