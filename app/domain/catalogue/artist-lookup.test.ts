import { expect, test } from "vitest";
import { type ArtistSearch, checkText, type LookupProblem, searchText } from "./artist-lookup";

const artist = (id: string) => ({ id, name: id, url: "", image: null });
const problems: LookupProblem[] = ["not-found", "too-many", "unavailable"];

test.each<[ArtistSearch, string]>([
  [{ state: "idle" }, ""],
  [{ state: "short", query: "  " }, "Search query cannot be empty"],
  [{ state: "short", query: "S" }, "Type at least 2 characters."],
  [{ state: "searching", artists: [] }, "Searching…"],
  [{ state: "found", query: "Vale", artists: [] }, 'Spotify has no artist called "Vale".'],
  [{ state: "found", query: "Vale", artists: [artist("1")] }, "1 artist found."],
  [{ state: "found", query: "Vale", artists: ["1", "2"].map(artist) }, "2 artists found."],
  ...problems.map((problem): [ArtistSearch, string] => [
    { state: "failed", problem },
    "Search failed",
  ]),
])("a search %o has the title %j", (search, title) => {
  expect(searchText(search).title).toBe(title);
});

test("whatever fails, the page says what to do about it", () => {
  for (const problem of problems) {
    expect(searchText({ state: "failed", problem }).hint).not.toBe("");
    expect(checkText({ state: "failed", problem }, true).hint).toMatch(/carry on/);
  }
});

test("without a link the page says that none is needed", () => {
  expect(checkText({ state: "unverified" }, false).hint).toBe(
    "No profile connected. You can carry on without one.",
  );
});

test("a verified profile is named", () => {
  const check = { state: "verified", id: "1", name: "Sigrid Vale", image: null } as const;
  expect(checkText(check, true).hint).toBe("Connected to Sigrid Vale on Spotify.");
});
