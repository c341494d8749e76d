import fc from "fast-check";
import { expect, test } from "vitest";
import { releasePlan } from "./release-plan";
import { waterfallDates } from "./waterfall";

const track = (title: string, releaseDate: string, socialClipsEnabled = false) => ({
  title,
  releaseDate,
  socialClipsEnabled,
});

test("the plan lists singles by date; the last brings the full release on the same day", () => {
  expect(
    releasePlan([track("Dawn", "2027-02-13", true), track("", "2027-01-02")], "Long Day", ""),
  ).toEqual([
    {
      index: 1,
      title: "Track 2",
      date: "2027-01-02",
      comesOut: "Single",
      final: false,
      clipDate: "2026-12-12",
      hasClips: false,
    },
    {
      index: 0,
      title: "Dawn",
      date: "2027-02-13",
      comesOut: 'Final single and the full release "Long Day"',
      final: true,
      clipDate: "2027-01-23",
      hasClips: true,
    },
  ]);
});

test("clips that would be due before today have no day", () => {
  const days = (since: string) =>
    releasePlan([track("Dawn", "2027-01-02", true)], "", since).map(({ clipDate }) => clipDate);
  expect(days("2026-12-12")).toEqual(["2026-12-12"]);
  expect(days("2026-12-12T23:30:00.000Z")).toEqual(["2026-12-12"]);
  expect(days("2026-12-13")).toEqual([""]);
});

test("a track without a date is left out, and a release without a title is named plainly", () => {
  const plan = releasePlan([track("Dawn", "2027-01-02"), track("Dusk", "")], "", "");
  expect(plan.map(({ title, comesOut }) => [title, comesOut])).toEqual([
    ["Dawn", "Final single and the full release"],
  ]);
});

test("whatever the order of the tracks, the dates ascend and only the last entry is final", () => {
  const anyOrder = fc
    .integer({ min: 1, max: 20 })
    .map((count) => waterfallDates("2027-01-02", count))
    .chain((dates) =>
      fc.shuffledSubarray(dates, { minLength: dates.length, maxLength: dates.length }),
    );
  fc.assert(
    fc.property(anyOrder, (dates) => {
      const plan = releasePlan(
        dates.map((date) => track("T", date)),
        "R",
        "",
      );
      expect(plan.map(({ date }) => date)).toEqual([...dates].sort());
      expect(plan.map(({ final }) => final)).toEqual(dates.map((_, at) => at === dates.length - 1));
    }),
  );
});
