import { expect, test } from "vitest";
import {
  keepFileLabel,
  replacementPendingText,
  replacementRefusedText,
  unfinishedText,
} from "./upload-texts";

const STORED = "Café.wav";
const APART = STORED.normalize("NFD");

test("a name whose accents a Mac wrote apart counts as the stored file's own", () => {
  expect(keepFileLabel(APART, STORED)).toBe("Keep the one you sent before");
  expect(replacementRefusedText(APART, STORED)).toContain("The one you sent before stays.");
  for (const text of [unfinishedText(APART, STORED), replacementPendingText(APART, STORED)])
    expect(text).toMatch(/^The new .* or keep the one you sent before\.$/);
});

test("files with different names are told apart by them", () => {
  expect(keepFileLabel("Cafe.wav", STORED)).toBe("Keep Café.wav");
  expect(replacementRefusedText("Cafe.wav", STORED)).toBe(
    '"Cafe.wav" was not taken. "Café.wav" stays.',
  );
});
