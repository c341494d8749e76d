import { expect, test } from "vitest";
import { nearDate, withNextDate, withRecordedDates } from "./next-date";
import { startingMusic } from "./read-music";
import { resolveDates } from "./release-days";
import { spaceDates } from "./waterfall";

const sentAt = new Date("2026-11-01T12:00:00Z");
const today = new Date("2026-12-01T12:00:00Z");
const music = { ...startingMusic(undefined, sentAt, undefined), defaultReleaseDate: "" };
const [track] = music.tracks;
if (!track) throw new Error("There is no track to begin with.");

test("a date that was far enough when it was sent may be too near now, and the next one passes", () => {
  const dated = { ...music, releaseDate: "2026-12-20" };
  expect(nearDate(dated, sentAt)).toBeUndefined();
  expect(nearDate(dated, today)).toEqual({ chosen: "2026-12-20", next: "2027-01-12" });
  const moved = withNextDate(dated, today);
  expect(moved.releaseDate).toBe("2027-01-12");
  expect(nearDate(moved, today)).toBeUndefined();
});

test("an early release is too near only once its day is over", () => {
  const early = { ...music, releaseDate: "2026-12-20", earlyReleaseRequest: true };
  expect(nearDate(early, today)).toBeUndefined();
  expect(nearDate(early, new Date("2026-12-21T12:00:00Z"))?.chosen).toBe("2026-12-20");
});

test("the singles of a waterfall move together, with their gaps", () => {
  const tracks = spaceDates([track, { ...track, id: "b" }], "2026-12-20", 4);
  const waterfall = { ...music, waterfallEnabled: true, tracks };
  expect(nearDate(waterfall, today)?.chosen).toBe("2026-12-20");
  expect(withNextDate(waterfall, today).tracks.map(({ releaseDate }) => releaseDate)).toEqual([
    ...["2027-01-12", "2027-02-09"],
  ]);
});

test("a transfer has no date of its own", () => {
  expect(
    nearDate({ ...music, uploadType: "transfer", releaseDate: "2026-01-01" }, today),
  ).toBeUndefined();
  expect(nearDate(undefined, today)).toBeUndefined();
});

test("a date that was recorded at its default is the artist's own: it moves no more, and is told", () => {
  const untouched = startingMusic(undefined, sentAt);
  expect(resolveDates(untouched, today).releaseDate).toBe("2027-01-12");
  const recorded = { releaseDate: "2026-12-13", tracks: [{ releaseDate: "" }] };
  const sent = withRecordedDates(untouched, recorded);
  expect(resolveDates(sent, today).releaseDate).toBe("2026-12-13");
  expect(nearDate(sent, today)).toEqual({ chosen: "2026-12-13", next: "2027-01-12" });
  const moved = withNextDate(sent, today);
  expect(resolveDates(moved, new Date("2026-12-02T12:00:00Z")).releaseDate).toBe("2027-01-12");
});

test("the recorded dates of a waterfall's singles stay, too", () => {
  const tracks = spaceDates([track, { ...track, id: "b" }], "2026-12-13", 6);
  const waterfall = { ...music, waterfallEnabled: true, defaultReleaseDate: "2026-12-13", tracks };
  const days = ["2026-12-15", "2027-01-26"];
  const sent = withRecordedDates(waterfall, {
    releaseDate: "2027-01-26",
    tracks: days.map((releaseDate) => ({ releaseDate })),
  });
  expect(resolveDates(sent, today).tracks.map(({ releaseDate }) => releaseDate)).toEqual(days);
});
