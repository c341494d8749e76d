import fc from "fast-check";
import { expect, test } from "vitest";
import { byFileName, titlesFromFiles } from "./file-titles";

const titleOf = (fileName: string, artist = "Sigrid Vale") =>
  titlesFromFiles([fileName], artist)[0];

test.each([
  ["Night Ferry.wav", "Night Ferry"],
  ["Night Ferry.WAV", "Night Ferry"],
  ["night ferry.wave", "night ferry"],
  ["Night Ferry.wav.wav", "Night Ferry"],
  ["night_ferry.wav", "night ferry"],
  ["  Night   Ferry .wav", "Night Ferry"],
  ["01 - Night Ferry.wav", "Night Ferry"],
  ["01 – Night Ferry.wav", "Night Ferry"],
  ["01-Night Ferry.wav", "Night Ferry"],
  ["01. Night Ferry.wav", "Night Ferry"],
  ["1. Night Ferry.wav", "Night Ferry"],
  ["1.Night Ferry.wav", "Night Ferry"],
  ["12. Night Ferry.wav", "Night Ferry"],
  ["1) Night Ferry.wav", "Night Ferry"],
  ["(01) Night Ferry.wav", "Night Ferry"],
  ["[01] Night Ferry.wav", "Night Ferry"],
  ["1 - Night Ferry.wav", "Night Ferry"],
  ["01 Night Ferry.wav", "Night Ferry"],
  ["03_night_ferry.wav", "night ferry"],
  ["03_-_night_ferry.wav", "night ferry"],
  ["1-01 Night Ferry.wav", "Night Ferry"],
  ["A1 Night Ferry.wav", "Night Ferry"],
  ["B2 - Night Ferry.wav", "Night Ferry"],
  ["A1_night_ferry.wav", "night ferry"],
  ["Track 01 - Night Ferry.wav", "Night Ferry"],
  ["track 3. Night Ferry.wav", "Night Ferry"],
])("%s is called %s", (fileName, title) => {
  expect(titleOf(fileName)).toBe(title);
});

test.each([
  ["Sigrid Vale - Night Ferry.wav", "Night Ferry"],
  ["01 - Sigrid Vale - Night Ferry.wav", "Night Ferry"],
  ["Sigrid Vale - 01 - Night Ferry.wav", "Night Ferry"],
  ["Sigrid Vale - 01 Night Ferry.wav", "Night Ferry"],
  ["01 Sigrid Vale - Night Ferry.wav", "Night Ferry"],
  ["01-sigrid_vale-night_ferry.wav", "night ferry"],
  ["sigrid_vale_night_ferry.wav", "night ferry"],
  ["SIGRID VALE – Night Ferry.wav", "Night Ferry"],
  ["Sigríd Vâle - Night Ferry.wav", "Night Ferry"],
  ["Night Ferry - Sigrid Vale.wav", "Night Ferry"],
  ["Night Ferry - Live - Sigrid Vale.wav", "Night Ferry - Live"],
  ["Sigrid Vale - Night Ferry - Live.wav", "Night Ferry - Live"],
])("the artist's own name is taken from %s", (fileName, title) => {
  expect(titleOf(fileName)).toBe(title);
});

test.each([
  ["Low", "Low Tide.wav", "Low Tide"],
  ["Low", "Low - Tide.wav", "Tide"],
  ["Twenty", "Twenty-One.wav", "Twenty-One"],
  ["Sigrid Vale", "Sigrid Vale.wav", "Sigrid Vale"],
  ["Sigrid Vale", "01 - Sigrid Vale.wav", "Sigrid Vale"],
  ["Sigrid Vale", "Sigrid Vale Sigrid Vale.wav", "Sigrid Vale"],
  ["Vale", "Night Ferry Vale.wav", "Night Ferry Vale"],
  ["!!!", "!!! - Must Be the Moon.wav", "!!! - Must Be the Moon"],
  ["", "Sigrid Vale - Night Ferry.wav", "Sigrid Vale - Night Ferry"],
  ["", "Night Ferry - !!!.wav", "Night Ferry - !!!"],
  ["C++ (band)", "C++ (band) - Loop.wav", "Loop"],
  ["新しい 学校", "新しい 学校 - 夜の船.wav", "夜の船"],
])("for an artist called %j, %s is called %s", (artist, fileName, title) => {
  expect(titleOf(fileName, artist)).toBe(title);
});

test.each([
  ["1999.wav", "1999"],
  ["22.wav", "22"],
  ["505.wav", "505"],
  ["01.wav", "01"],
  ["01 - .wav", "01"],
  ["Track 01.wav", "Track 01"],
  ["A1.wav", "A1"],
  ["7 Rings.wav", "7 Rings"],
  ["7_Rings.wav", "7 Rings"],
  ["99 Problems.wav", "99 Problems"],
  ["9 to 5.wav", "9 to 5"],
  ["24K Magic.wav", "24K Magic"],
  ["3AM.wav", "3AM"],
  ["2-Step.wav", "2-Step"],
  ["50-50.wav", "50-50"],
  ["1.5 Miles.wav", "1.5 Miles"],
  ["1-800-273-8255.wav", "1-800-273-8255"],
  ["10,000 Hours.wav", "10,000 Hours"],
  ["007 (Shanty Town).wav", "007 (Shanty Town)"],
  ["1999 - Remaster.wav", "1999 - Remaster"],
  ["101 Dalmatians.wav", "101 Dalmatians"],
  ["#1 Crush.wav", "#1 Crush"],
  ["B4 I Go.wav", "B4 I Go"],
  ["U2 Anyone.wav", "U2 Anyone"],
  ["Track 10 (With You).wav", "Track 10 (With You)"],
  ["Night Ferry (Live).wav", "Night Ferry (Live)"],
  ["Twenty-One.wav", "Twenty-One"],
  ["...wav", ".."],
  [".wav", ".wav"],
  ["Mr. Blue", "Mr. Blue"],
])("a number that belongs to the title stays: %s is called %s", (fileName, title) => {
  expect(titleOf(fileName)).toBe(title);
});

test.each([
  ["01 - 1999.wav", "1999"],
  ["03. 22.wav", "22"],
  ["07 - 7 Rings.wav", "7 Rings"],
  ["02 99 Problems.wav", "99 Problems"],
])("only the track's own number goes from %s", (fileName, title) => {
  expect(titleOf(fileName)).toBe(title);
});

test("files that count on from each other are numbered, however their numbers are written", () => {
  expect(titlesFromFiles(["1 Intro.wav", "2 Night Ferry.wav", "3 7 Rings.wav"], "")).toEqual([
    "Intro",
    "Night Ferry",
    "7 Rings",
  ]);
  expect(titlesFromFiles(["09_tide.wav", "10_ferry.wav", "12_slack.wav"], "")).toEqual([
    "tide",
    "ferry",
    "slack",
  ]);
  expect(titlesFromFiles(["101 Tide.wav", "102 Ferry.wav"], "")).toEqual(["Tide", "Ferry"]);
});

test("one title with a number among others, or the same number twice, is no numbering", () => {
  const mixedNames = ["7 Rings.wav", "Night Ferry.wav"];
  expect(titlesFromFiles(mixedNames, "")).toEqual(["7 Rings", "Night Ferry"]);
  const twice = ["7 Rings.wav", "7 Years.wav"];
  expect(titlesFromFiles(twice, "")).toEqual(["7 Rings", "7 Years"]);
  const far = ["7 Rings.wav", "99 Problems.wav"];
  expect(titlesFromFiles(far, "")).toEqual(["7 Rings", "99 Problems"]);
});

test("files are ordered as people count", () => {
  const names = ["10 Tide.wav", "2 Ferry.wav", "Outro 2.wav", "Outro.wav", "1_intro.wav"];
  expect(names.toSorted(byFileName)).toEqual([
    "1_intro.wav",
    "2 Ferry.wav",
    "10 Tide.wav",
    "Outro.wav",
    "Outro 2.wav",
  ]);
});

const fileNames = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), {
  minLength: 1,
  maxLength: 8,
});

test("no file is without a title, unless its name is blank, and no title has blanks around it", () => {
  fc.assert(
    fc.property(fileNames, fc.string({ maxLength: 12 }), (names, artist) => {
      const titles = titlesFromFiles(names, artist);
      expect(titles).toHaveLength(names.length);
      for (const [index, title] of titles.entries()) {
        expect(title).toBe(title.trim());
        if (names[index]?.trim()) expect(title).not.toBe("");
      }
    }),
  );
});

test("however a title is numbered, its words stay as they stand", () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{1,8}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
  const number = fc.integer({ min: 1, max: 9 }).map((n) => `0${n}`);
  const gap = fc.constantFrom(" - ", ". ", "_", " ", "-", ") ", "_-_");
  fc.assert(
    fc.property(words, number, gap, (title, track, between) => {
      expect(titleOf(`${track}${between}${title.replaceAll(" ", "_")}.wav`, "")).toBe(title);
    }),
  );
});

test("the order of file names is the same whatever order they come in", () => {
  fc.assert(
    fc.property(fileNames, (names) => {
      const sortedNames = names.toSorted(byFileName);
      expect(names.toReversed().toSorted(byFileName)).toEqual(sortedNames);
    }),
  );
});
