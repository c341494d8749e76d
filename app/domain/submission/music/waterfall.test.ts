import fc from "fast-check";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import { isCalendarDate, isoDate } from "~/platform/formats/dates";
import {
  checkWaterfall,
  clearWaterfall,
  clipDate,
  fillDates,
  finalSingle,
  moveTrack,
  offersWaterfall,
  setGap,
  spaceDates,
  waterfallDates,
} from "./waterfall";

const DAY = 86_400_000;
const today = new Date("2026-11-21T12:00:00Z");
const tracks = (...dates: string[]) =>
  dates.map((releaseDate, index) => ({ title: `T${index}`, releaseDate, useCustomArtwork: true }));
const dates = (list: readonly { releaseDate: string }[]) => list.map((it) => it.releaseDate);

const anyDate = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map(isoDate);

test.each([
  [1, false],
  [2, true],
])("with %i tracks a waterfall is offered: %s", (count, offered) => {
  expect(offersWaterfall(count)).toBe(offered);
});

test("waterfall dates lie six weeks apart, or four by the button", () => {
  expect(waterfallDates("2027-01-02", 3)).toEqual(["2027-01-02", "2027-02-13", "2027-03-27"]);
  expect(waterfallDates("2027-01-02", 3, 4)).toEqual(["2027-01-02", "2027-01-30", "2027-02-27"]);
});

test("waterfall dates are strictly ordered and evenly spaced, whatever the start", () => {
  fc.assert(
    fc.property(
      anyDate,
      fc.integer({ min: 2, max: 20 }),
      fc.constantFrom(4, 6),
      (first, count, weeks) => {
        const all = waterfallDates(first, count, weeks);
        expect(all[0]).toBe(first);
        expect(all).toHaveLength(count);
        for (const [at, date] of all.slice(1).entries()) {
          expect(isCalendarDate(date)).toBe(true);
          expect(Date.parse(date) - Date.parse(all[at] ?? "")).toBe(weeks * 7 * DAY);
          expect(date > (all[at] ?? "")).toBe(true);
        }
      },
    ),
  );
});

test("switching on dates every track; a date already given stays and later ones follow it", () => {
  expect(dates(fillDates(tracks("", "", ""), "2027-01-02"))).toEqual(
    waterfallDates("2027-01-02", 3),
  );
  expect(dates(fillDates(tracks("2027-01-02", "2027-01-30", ""), "2027-01-02"))).toEqual([
    "2027-01-02",
    "2027-01-30",
    "2027-03-13",
  ]);
});

test("spacing anew overwrites every date", () => {
  expect(dates(spaceDates(tracks("2030-01-01", "", "2028-01-01"), "2027-01-02", 4))).toEqual(
    waterfallDates("2027-01-02", 3, 4),
  );
});

test("four weeks for one track moves the later ones along and keeps their gaps", () => {
  const spacedTracks = tracks("2027-01-02", "2027-02-13", "2027-03-27");
  expect(dates(setGap(spacedTracks, 1))).toEqual(["2027-01-02", "2027-01-30", "2027-03-13"]);
  expect(setGap(spacedTracks, 0)).toEqual(spacedTracks);
  expect(setGap(spacedTracks, 9)).toEqual(spacedTracks);
});

test("a gap given to one track never breaks the order", () => {
  fc.assert(
    fc.property(anyDate, fc.nat(19), fc.constantFrom(4, 6), (first, index, weeks) => {
      const changedTracks = setGap(tracks(...waterfallDates(first, 20)), index, weeks);
      expect(dates(changedTracks)).toEqual([...new Set(dates(changedTracks))].sort());
    }),
  );
});

test("switching off clears dates and custom artwork and keeps the rest", () => {
  expect(clearWaterfall(tracks("2027-01-02", "2027-02-13"))).toEqual([
    { title: "T0", releaseDate: "", useCustomArtwork: false },
    { title: "T1", releaseDate: "", useCustomArtwork: false },
  ]);
});

test("a moved track takes the date of its new place", () => {
  const movedTracks = moveTrack(tracks("2027-01-02", "2027-02-13", "2027-03-27"), 2, 1);
  expect(movedTracks.map(({ title }) => title)).toEqual(["T0", "T2", "T1"]);
  expect(dates(movedTracks)).toEqual(["2027-01-02", "2027-02-13", "2027-03-27"]);
});

test.each([
  [0, -1],
  [1, 2],
  [5, 0],
])("moving a track from place %i to %i, which is none, changes nothing", (from, to) => {
  const list = tracks("2027-01-02", "2027-02-13");
  expect(moveTrack(list, from, to)).toEqual(list);
});

test("moving there and back restores the order, and no move loses a track", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(21), fc.nat(21), (count, from, to) => {
      const list = tracks(...waterfallDates("2027-01-02", count));
      const movedTracks = moveTrack(list, from, to);
      expect(new Set(movedTracks.map(({ title }) => title)).size).toBe(count);
      expect(dates(movedTracks)).toEqual(dates(list));
      if (from < count && to < count) {
        expect(movedTracks[to]?.title).toBe(list[from]?.title);
        expect(moveTrack(movedTracks, to, from)).toEqual(list);
      }
    }),
  );
});

test("the last-dated track is the final single, wherever it stands", () => {
  expect(finalSingle(tracks("2027-03-27", "2027-01-02"))).toBe(0);
  expect(finalSingle(tracks("2027-01-02", "2027-01-02"))).toBe(1);
  expect(finalSingle(tracks("2027-01-02", "soon", ""))).toBe(0);
  expect(finalSingle(tracks("", ""))).toBe(-1);
});

test("clips come out three weeks before the single", () => {
  expect(clipDate("2027-01-02")).toBe("2026-12-12");
});

const check = (list: string[], early = false) =>
  errorTexts(checkWaterfall(tracks(...list), { today, early }));

test.each([
  [["2027-01-02", "2027-01-03"], {}],
  [["2027-01-01", "2027-02-13"], { 0: "Release date must be at least 6 weeks from today" }],
  [["2027-02-13", "2027-01-02"], { 1: "Track 2 must come out after track 1" }],
  [["2027-02-13", "2027-02-13"], { 1: "Track 2 must come out after track 1" }],
  [
    ["2027-03-27", "2027-01-02", "2027-02-13"],
    { 1: "Track 2 must come out after track 1", 2: "Track 3 must come out after track 1" },
  ],
  [
    ["2027-01-02", "", "2027-02-30"],
    {
      1: "Please enter the release date of track 2 as year, month and day",
      2: "Please enter the release date of track 3 as year, month and day",
    },
  ],
])("the dates %j give %j", (list, errors) => {
  expect(check(list)).toEqual(
    Object.fromEntries(
      Object.entries(errors).map(([index, text]) => [`tracks[${index}].releaseDate`, text]),
    ),
  );
});

test("early release lifts the lead time of the first single, not the order", () => {
  expect(check(["2026-12-01", "2026-12-02"], true)).toEqual({});
  expect(check(["2026-12-02", "2026-12-01"], true)).toHaveProperty(["tracks[1].releaseDate"]);
});

test("dates as given on switching on always pass", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.constantFrom(4, 6), (count, weeks) => {
      expect(check(waterfallDates("2027-01-02", count, weeks))).toEqual({});
    }),
  );
});
