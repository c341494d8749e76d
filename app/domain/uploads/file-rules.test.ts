import { expect, test } from "vitest";
import type { JpegProblem } from "~/domain/media/jpeg-segments";
import type { WavProblem } from "~/domain/media/wav-header";
import { checkArtworkChoice, checkAudioChoice, checkCustomArtworkChoice } from "./file-rules";
import { artworkProblemText, audioProblemText, customArtworkProblemText } from "./problem-texts";

const NOT_WAV = "Invalid file type. Expected: WAV file... Choose a file that ends in .wav.";
const NOT_JPEG = "Please select a valid JPEG or JPG file";
const NOT_IMAGE = "Please select an image file (JPEG, PNG, WebP, GIF, HEIC or AVIF)";
const EMPTY = "The selected file is empty. Choose another file.";

test.each([
  ["song.wav", "audio/wav"],
  ["SONG.WAV", ""],
  ["song.wav", "application/octet-stream"],
  ["song.wav", "audio/mpeg"],
  ["master.final.wav", "audio/x-wav"],
  ["song", "audio/wave"],
  ["song.mp3", "audio/vnd.wave"],
  ["song", "Audio/WAV; codecs=1"],
  ["song", ""],
  ["song", "application/octet-stream"],
  ["Night Ferry master", ""],
])("takes %s of type %j as audio", (name, type) => {
  expect(checkAudioChoice({ name, type, size: 100 })).toBeUndefined();
});

test.each([
  ["song.mp3", "audio/mpeg"],
  ["song.mp3", ""],
  ["song.flac", "application/octet-stream"],
  ["song", "audio/mpeg"],
  ["song", "text/plain"],
  ["song.wav.mp3", ""],
])("does not take %s of type %j as audio", (name, type) => {
  expect(checkAudioChoice({ name, type, size: 100 })).toBe(NOT_WAV);
});

test.each([
  ["cover.jpg", "image/jpeg"],
  ["COVER.JPEG", ""],
  ["cover", "image/jpeg"],
])("takes %s of type %j as artwork", (name, type) => {
  expect(checkArtworkChoice({ name, type, size: 100 })).toBeUndefined();
});

test.each([
  ["cover.png", "image/png"],
  ["cover.jpg.heic", ""],
  ["cover", ""],
])("does not take %s of type %j as artwork", (name, type) => {
  expect(checkArtworkChoice({ name, type, size: 100 })).toBe(NOT_JPEG);
});

test.each([
  ["cover.jpg", "image/jpeg"],
  ["COVER.JPEG", ""],
  ["cover.png", ""],
  ["cover.webp", "application/octet-stream"],
  ["cover.gif", ""],
  ["IMG_0412.HEIC", ""],
  ["cover.heif", ""],
  ["cover.avif ", ""],
  ["cover", "image/webp"],
  ["cover", "Image/PNG; q=1"],
])("takes %s of type %j as a track's own artwork", (name, type) => {
  expect(checkCustomArtworkChoice({ name, type, size: 100 })).toBeUndefined();
});

test.each([
  ["cover.svg", "image/svg+xml"],
  ["cover.tiff", "image/tiff"],
  ["cover.png.pdf", ""],
  ["coverpng", ""],
  ["cover", ""],
  ["song.wav", "audio/wav"],
])("does not take %s of type %j as a track's own artwork", (name, type) => {
  expect(checkCustomArtworkChoice({ name, type, size: 100 })).toBe(NOT_IMAGE);
});

test("names an empty file, after its type", () => {
  expect(checkAudioChoice({ name: "song.wav", type: "", size: 0 })).toBe(EMPTY);
  expect(checkArtworkChoice({ name: "cover.jpg", type: "", size: 0 })).toBe(EMPTY);
  expect(checkCustomArtworkChoice({ name: "cover.png", type: "", size: 0 })).toBe(EMPTY);
  expect(checkAudioChoice({ name: "song.mp3", type: "", size: 0 })).toBe(NOT_WAV);
});

test("says what a file named .wav holds instead, and what to do", () => {
  const prefix = "Invalid file type. Expected: WAV file...";
  const advice = "Export the song as a WAV file and choose that file.";
  expect(audioProblemText("mp3", "not-wav")).toBe(
    `${prefix} This file is named .wav but holds MP3 audio. ${advice}`,
  );
  expect(audioProblemText("html", "not-wav", "Song.WAV")).toBe(
    `${prefix} This file is named .wav but holds a web page. ${advice}`,
  );
  expect(audioProblemText("unknown", "not-wav")).toBe(
    `${prefix} This file is named .wav but isn't WAV audio. ${advice}`,
  );
});

test("does not claim a .wav name that the file does not have", () => {
  expect(audioProblemText("mp3", "not-wav", "song.mp3")).toBe(
    "Invalid file type. Expected: WAV file... This file holds MP3 audio. Export the song as a WAV file and choose that file.",
  );
});

test("a WAV file behind an ID3 tag is not called MP3, and says what to do", () => {
  expect(audioProblemText("tagged-wav", "not-wav")).toBe(
    "Invalid file type. Expected: WAV file... This file starts with an ID3 tag, so stores and many players can't read it. Export it again and choose the new file.",
  );
});

test("says that a WAV file is cut short", () => {
  expect(audioProblemText("wav", "truncated")).toBe(
    "This WAV file is cut short: its header says there should be more audio than there is. Export it again and choose the new file.",
  );
});

test("every audio problem has its own text that says what to do or what was found", () => {
  const problems: Record<WavProblem, true> = {
    empty: true,
    "not-wav": true,
    "big-endian": true,
    "no-format": true,
    "no-audio": true,
    truncated: true,
    "sample-rate": true,
    "unsupported-format": true,
    malformed: true,
  };
  const texts = (Object.keys(problems) as WavProblem[]).map((one) => audioProblemText("wav", one));
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text).toMatch(/Export it again|Choose another|Expected/);
});

test("says what a wrong artwork file is, after the quoted text, and what to do", () => {
  expect(artworkProblemText("png", "not-jpeg")).toBe(
    `${NOT_JPEG}. This one is a PNG image. Save it as a JPEG and choose that file.`,
  );
  expect(artworkProblemText("mp3", "not-jpeg")).toBe(`${NOT_JPEG}. This one is MP3 audio.`);
  expect(artworkProblemText("jpeg", "empty")).toBe(EMPTY);
});

test.each(["not-jpeg", "malformed", "truncated"] satisfies JpegProblem[])(
  "artwork that is %s starts with the quoted text",
  (problem) => {
    expect(artworkProblemText("jpeg", problem).startsWith(`${NOT_JPEG}. This one is `)).toBe(true);
  },
);

test("says what a track's own artwork is instead of an image, and when it is damaged", () => {
  expect(customArtworkProblemText("svg", "not-image")).toBe(
    `${NOT_IMAGE}. This one is an SVG drawing. Save it as a JPEG and choose that file.`,
  );
  expect(customArtworkProblemText("jpeg", "malformed")).toBe(
    `${NOT_IMAGE}. This one is damaged and can't be read. Export it again and choose the new file.`,
  );
});
