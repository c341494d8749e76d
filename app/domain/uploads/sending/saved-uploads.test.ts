import { expect, test } from "vitest";
import {
  parseSavedUploads,
  type SavedUpload,
  withoutSavedUpload,
  withSavedUpload,
} from "./saved-uploads.client";

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;
const keptUpload: SavedUpload = {
  draftId: "d1",
  slot: "audio:track-1",
  kind: "track",
  fileName: "tide.wav",
  type: "audio/wav",
  size: 40_000_000,
  fingerprint: "f".repeat(64),
  choice: "choice-1",
  ownChoices: [],
  version: 2,
  uploadId: "u1",
  sha256: "a".repeat(64),
  unreported: [{ number: 2, etag: '"e"' }],
  at: NOW - DAY,
};

test("what was remembered is read as it was written", () => {
  expect(parseSavedUploads(JSON.stringify([keptUpload]), NOW)).toEqual([keptUpload]);
});

test("what is older than uploads live is left out", () => {
  const list = JSON.stringify([
    { ...keptUpload, at: NOW - 14 * DAY },
    { ...keptUpload, slot: "artwork", at: NOW - 13 * DAY },
  ]);
  expect(parseSavedUploads(list, NOW).map(({ slot }) => slot)).toEqual(["artwork"]);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["no list", "{}"],
  ["something else", '[1, null, {"slot": 3}]'],
  ["a fingerprint that is none", JSON.stringify([{ ...keptUpload, fingerprint: "../../etc" }])],
])("%s is read as an empty list", (_, text) => {
  expect(parseSavedUploads(text, NOW)).toEqual([]);
});

test("one broken entry costs no other", () => {
  expect(parseSavedUploads(JSON.stringify([{ broken: true }, keptUpload]), NOW)).toEqual([
    keptUpload,
  ]);
});

test("a slot of a draft has one file, and other drafts keep theirs", () => {
  const other = { ...keptUpload, draftId: "d2" };
  const next = { ...keptUpload, fingerprint: "e".repeat(64) };
  expect(withSavedUpload([keptUpload, other], next)).toEqual([other, next]);
  expect(withoutSavedUpload([keptUpload, other], { draftId: "d1", slot: keptUpload.slot })).toEqual(
    [other],
  );
});
