import { expect, test } from "vitest";
import { missingError } from "~/forms/form-reply";
import { checkDetails } from "./check-details";
import { readDetails } from "./details";
import { groupMissing, summarizeMissing } from "./missing-groups";

const today = new Date("2026-11-23T12:00:00Z");
const form = (count: number) => ({
  tracks: Array.from({ length: count }, (_, index) => ({ title: `Tide ${index + 1}` })),
});
const empty = (count: number) => checkDetails(readDetails({}, form(count)), form(count), today);
const gapLists = (count: number, gaps = empty(count)) =>
  groupMissing(gaps, form(count)).map(({ title, lines }) => [title, lines.length]);

test("an empty album of twelve tracks lacks what one track lacks, said once", () => {
  const one = groupMissing(empty(1), form(1)).at(-1);
  expect(gapLists(12).map(([title]) => title)).toEqual(["The release", "Each of the 12 tracks"]);
  expect(groupMissing(empty(12), form(12)).at(-1)?.lines).toEqual(one?.lines);
  expect(one?.title).toBe("Track 1, Tide 1");
});

test("tracks that lack other things stand apart, by their numbers", () => {
  const gaps = empty(6);
  for (const field of Object.keys(gaps)) if (field.startsWith("tracks[0]")) delete gaps[field];
  expect(gapLists(6, gaps).at(-1)?.[0]).toBe("Each of tracks 2 to 6");
  delete gaps["tracks[3].isrc"];
  expect(gapLists(6, gaps).slice(1)).toEqual([
    ["Each of tracks 2, 3, 5 and 6", 3],
    ["Track 4, Tide 4", 2],
  ]);
});

test("a summary has a line for each, which leads to the first field it is said of", () => {
  const gaps = { ...empty(2), upc: missingError("Type the UPC") };
  const lines = summarizeMissing(gaps, form(2));
  expect(lines["tracks[0].isrc"]?.text).toBe(
    "Each of the 2 tracks: Type its ISRC, or ask us to assign one",
  );
  expect([lines["tracks[1].isrc"], lines.upc?.text]).toEqual([undefined, "Type the UPC"]);
});

test("nothing is missing where nothing is", () => {
  expect(groupMissing({}, form(3))).toEqual([]);
});
