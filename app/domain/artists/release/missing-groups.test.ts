import { expect, test } from "vitest";
import { missingError } from "~/forms/form-reply";
import { checkDetails } from "./check-details";
import { readDetails } from "./details";
import { groupMissing, summarizeMissing } from "./missing-groups";

const today = new Date("2026-11-23T12:00:00Z");
const form = (count: number) => ({
  tracks: Array.from({ length: count }, (_, index) => ({ title: `Tide ${index + 1}` })),
});
const emptyErrors = (count: number) =>
  checkDetails(readDetails({}, form(count)), form(count), today);
const groupSummary = (count: number, missing = emptyErrors(count)) =>
  groupMissing(missing, form(count)).map(({ title, lines }) => [title, lines.length]);

test("twelve empty tracks share one group with the same lines as a single one", () => {
  const single = groupMissing(emptyErrors(1), form(1)).at(-1);
  expect(groupSummary(12).map(([title]) => title)).toEqual([
    "The release",
    "Each of the 12 tracks",
  ]);
  expect(groupMissing(emptyErrors(12), form(12)).at(-1)?.lines).toEqual(single?.lines);
  expect(single?.title).toBe("Track 1, Tide 1");
});

test("tracks that lack different fields are separate groups with their numbers", () => {
  const missing = emptyErrors(6);
  for (const field of Object.keys(missing))
    if (field.startsWith("tracks[0]")) delete missing[field];
  expect(groupSummary(6, missing).at(-1)?.[0]).toBe("Each of tracks 2 to 6");
  delete missing["tracks[3].isrc"];
  expect(groupSummary(6, missing).slice(1)).toEqual([
    ["Each of tracks 2, 3, 5 and 6", 3],
    ["Track 4, Tide 4", 2],
  ]);
});

test("a summary has one line for each group of errors, which links to the first field", () => {
  const missing = { ...emptyErrors(2), upc: missingError("Type the UPC") };
  const lines = summarizeMissing(missing, form(2));
  expect(lines["tracks[0].isrc"]?.text).toBe(
    "Each of the 2 tracks: Type its ISRC, or ask us to assign one",
  );
  expect([lines["tracks[1].isrc"], lines.upc?.text]).toEqual([undefined, "Type the UPC"]);
});

test("without errors there are no groups", () => {
  expect(groupMissing({}, form(3))).toEqual([]);
});
