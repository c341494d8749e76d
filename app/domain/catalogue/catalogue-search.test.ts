import { expect, test } from "vitest";
import {
  addedText,
  addFailedText,
  checkQuery,
  isListed,
  type MusicSearch,
  musicSearchText,
  NOTHING_SEARCHED,
} from "./catalogue-search";

const release = { type: "album", id: "B", title: "Engine", artist: "Ada" } as const;

test.each([
  ["", "Search query cannot be empty"],
  ["  ", "Search query cannot be empty"],
  ["a", "Type at least 2 characters."],
  [" a ", "Type at least 2 characters."],
  ["ab", undefined],
])("the query %j: %s", (query, text) => {
  expect(checkQuery(query)).toBe(text);
});

const searches: [string, MusicSearch, string, string][] = [
  ["nothing searched", NOTHING_SEARCHED, "", ""],
  ["a short query", { state: "short", query: "a", items: [] }, "Type at least 2 characters.", ""],
  ["a search under way", { state: "searching", items: [release] }, "Searching…", ""],
  [
    "one release",
    { state: "found", query: "engine", items: [release] },
    "1 release found.",
    "Choose the ones you want to transfer.",
  ],
  [
    "two releases",
    { state: "found", query: "engine", items: [release, { ...release, id: "C" }] },
    "2 releases found.",
    "Choose the ones you want to transfer.",
  ],
  [
    "none",
    { state: "found", query: "engine", items: [] },
    'Spotify has no release called "engine".',
    "Check the spelling, or enter the URL of your release.",
  ],
  [
    "half a failure",
    { state: "found", query: "engine", items: [release], missing: "track" },
    "Search failed",
    "Only albums could be searched. Search again for tracks.",
  ],
  [
    "an outage",
    { state: "failed", problem: "unavailable", items: [] },
    "Search failed",
    "Spotify isn't answering. Try again, or enter the URL of your release.",
  ],
  [
    "a spent quota",
    { state: "failed", problem: "too-many", items: [] },
    "Search failed",
    "That was a lot of searches. Wait a minute, then search again.",
  ],
];

test.each(searches)("%s is told in words", (_, search, title, hint) => {
  expect(musicSearchText(search)).toEqual({ title, hint });
});

test.each(["not-found", "too-many", "unavailable"] as const)(
  "a link that cannot be added (%s) says so in the specified words, and what to do",
  (problem) => {
    const { title, hint } = addFailedText(problem);
    expect(title).toBe("Error adding item to catalogue");
    expect(hint).not.toBe("");
  },
);

test("what was added is named with its artist, where one is known", () => {
  expect(addedText(release)).toBe('Added "Engine" by Ada.');
  expect(addedText({ ...release, artist: "" })).toBe('Added "Engine".');
});

test("a track is not listed by an album of the same id", () => {
  expect(isListed([release], { type: "album", id: "B" })).toBe(true);
  expect(isListed([release], { type: "track", id: "B" })).toBe(false);
});
