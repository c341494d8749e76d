import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { audioSlot } from "~/domain/uploads/slots";
import { errorTexts } from "~/forms/form-reply";
import { readForm } from "~/forms/read-form";
import { isoDate } from "~/platform/formats/dates";
import { checkMusicStep } from "./check-music";
import { editMusic } from "./edit-music";
import { NO_NAMES } from "./music-edit";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import { readMusic, startingMusic } from "./read-music";
import { artistDay, earliestReleaseDate } from "./release-dates";
import { releaseDays, resolveDates } from "./release-days";

const monday = new Date("2027-01-04T23:57:00Z");
const tuesday = new Date("2027-01-05T00:01:00Z");
const earliest = earliestReleaseDate(monday);
const nextEarliest = earliestReleaseDate(tuesday);
const slots = new Set(["a", "b", "c"].map(audioSlot));
const facts = (today: Date) => ({
  today,
  slots,
  displayedType: "ep" as const,
  newId: () => "d",
  artist: NO_NAMES,
});
const release = {
  releaseType: "ep",
  releaseTitle: "Harbour",
  primaryGenre: "Folk",
  subGenre: "Indie Folk",
  "tracks[0].id": "a",
  "tracks[1].id": "b",
  "tracks[2].id": "c",
};
const titles = Object.fromEntries(
  [0, 1, 2].flatMap((at) => [
    [`tracks[${at}].title`, `Song ${at}`],
    [`tracks[${at}].metadata.soloWork`, "on"],
  ]),
);
/** What a page posts: its fields, as they stand in these answers. */
function fieldsOf(answers: MusicAnswers, changes: Record<string, string> = {}): [string, string][] {
  const { waterfallEnabled, tracks, releaseDate, defaultReleaseDate = "" } = answers;
  const days = waterfallEnabled
    ? Object.fromEntries(tracks.map((it, at) => [`tracks[${at}].releaseDate`, it.releaseDate]))
    : { releaseDate };
  const early = answers.earlyReleaseRequest
    ? { earlyReleaseRequest: "true", earlyReleaseReason: "Tour" }
    : {};
  const waterfall = String(waterfallEnabled);
  return Object.entries({
    ...release,
    ...titles,
    waterfallEnabled: waterfall,
    defaultReleaseDate,
    ...days,
    ...early,
    ...changes,
  });
}
const musicOn = (today: Date) => startingMusic(undefined, today);
const postedOn = (today: Date, answers: MusicAnswers, changes?: Record<string, string>) =>
  readMusic(readForm(fieldsOf(answers, changes)), startingMusic(answers, today), today);
const answersAfter = (intent: string, answers: MusicAnswers, today: Date) =>
  editMusic(intent, answers, facts(today))?.answers ?? answers;
const waterfallOn = (today: Date) =>
  answersAfter("waterfall-on", postedOn(today, musicOn(today)), today);
const dates = ({ tracks }: MusicAnswers) => tracks.map((track) => track.releaseDate);

test("a date that nobody has chosen moves with the day, however often its page is posted", () => {
  const answers = postedOn(monday, musicOn(monday));
  expect(answers.releaseDate).toBe(earliest);
  expect(resolveDates(answers, tuesday).releaseDate).toBe(nextEarliest);
  // A page that was open over midnight posts what it showed.
  const late = readMusic(readForm(fieldsOf(answers)), startingMusic(answers, tuesday), tuesday);
  expect([late.releaseDate, late.defaultReleaseDate]).toEqual([nextEarliest, nextEarliest]);
  expect(errorTexts(checkMusicStep(late, { today: tuesday, slots }))).toEqual({});
});

test("a date that was chosen stays, also where it was the default when it was typed", () => {
  const answers = postedOn(monday, musicOn(monday), { releaseDate: "2027-06-04" });
  expect(resolveDates(answers, tuesday).releaseDate).toBe("2027-06-04");
  const defaultAnswers = postedOn(monday, musicOn(monday), { defaultReleaseDate: "" });
  expect(resolveDates(defaultAnswers, tuesday).releaseDate).toBe(earliest);
  expect(errorTexts(checkMusicStep(defaultAnswers, { today: tuesday, slots }))).toEqual({
    releaseDate: "Release date must be at least 6 weeks from today",
  });
});

test("a date that was cleared is none, and is asked for", () => {
  const answers = postedOn(monday, musicOn(monday), { releaseDate: "" });
  expect(errorTexts(checkMusicStep(answers, { today: monday, slots }))).toEqual({
    releaseDate: "Please enter the release date as year, month and day",
  });
});

test("early release switched on and off again is back at the default of the day", () => {
  const early = answersAfter("early-on", postedOn(monday, musicOn(monday)), monday);
  const own = postedOn(monday, early, { releaseDate: "2027-01-20" });
  expect(resolveDates(own, tuesday).releaseDate).toBe("2027-01-20");
  const off = answersAfter("early-off", own, monday);
  expect(off.releaseDate).toBe(earliest);
  expect(resolveDates(off, tuesday).releaseDate).toBe(nextEarliest);
});

test("the singles of a waterfall that nobody has dated move along, and the full release with them", () => {
  const plan = waterfallOn(monday);
  expect(releaseDays(plan)).toEqual({ full: "2027-05-10", firstSingle: earliest });
  const next = resolveDates(plan, tuesday);
  expect(dates(next)).toEqual([nextEarliest, "2027-03-30", "2027-05-11"]);
  expect(next.releaseDate).toBe("2027-05-11");
  const gap = answersAfter("gap:b", plan, monday);
  expect(dates(resolveDates(gap, tuesday))).toEqual([nextEarliest, "2027-03-16", "2027-04-27"]);
  expect(errorTexts(checkMusicStep(next, { today: tuesday, slots }))).toEqual({});
});

test("a single on a day of its own stays when the ones before it move with the day", () => {
  const own = postedOn(monday, waterfallOn(monday), { "tracks[1].releaseDate": "2027-04-02" });
  expect(dates(resolveDates(own, tuesday))).toEqual([nextEarliest, "2027-04-02", "2027-05-10"]);
});

test("the singles lead: whatever is posted as the date of a waterfall, it is its last single's", () => {
  const plan = waterfallOn(monday);
  const answers = postedOn(monday, plan, { releaseDate: "2030-01-01" });
  expect([answers.releaseDate, dates(answers)]).toEqual(["2027-05-10", dates(plan)]);
  const later = postedOn(monday, plan, { "tracks[2].releaseDate": "2027-08-01" });
  expect(later.releaseDate).toBe("2027-08-01");
  const first = postedOn(monday, plan, { "tracks[0].releaseDate": "2027-03-01" });
  expect(releaseDays(first)).toEqual({ full: "2027-05-10", firstSingle: "2027-03-01" });
  expect(dates(resolveDates(first, tuesday))).toEqual(dates(first));
});

test("early release switched off moves the whole waterfall to the default, its gaps kept", () => {
  const early = answersAfter("early-on", waterfallOn(monday), monday);
  const soon = postedOn(monday, early, {
    "tracks[0].releaseDate": "2027-01-10",
    "tracks[1].releaseDate": "2027-01-20",
    "tracks[2].releaseDate": "2027-02-01",
  });
  expect(errorTexts(checkMusicStep(soon, { today: monday, slots }))).toEqual({});
  const off = answersAfter("early-off", soon, monday);
  expect(dates(off)).toEqual([earliest, "2027-02-25", "2027-03-09"]);
  expect(off.releaseDate).toBe("2027-03-09");
});

test("a waterfall's first single keeps the lead time, and with early release is not past", () => {
  const plan = waterfallOn(monday);
  const soon = postedOn(monday, plan, { "tracks[0].releaseDate": "2027-01-03" });
  expect(errorTexts(checkMusicStep(soon, { today: monday, slots }))).toEqual({
    "tracks[0].releaseDate": "Release date must be at least 6 weeks from today",
  });
  const early = { ...soon, earlyReleaseRequest: true, earlyReleaseReason: "Tour" };
  expect(errorTexts(checkMusicStep(early, { today: monday, slots }))).toEqual({
    "tracks[0].releaseDate": "Release date must not be in the past",
  });
});

test("without the waterfall the release comes out on the day the first single would have", () => {
  const answers = postedOn(monday, musicOn(monday), { releaseDate: "2027-06-04" });
  const plan = answersAfter("waterfall-on", answers, monday);
  expect(releaseDays(plan)).toEqual({ full: "2027-08-27", firstSingle: "2027-06-04" });
  const off = answersAfter("waterfall-off", plan, monday);
  expect(releaseDays(off)).toEqual({ full: "2027-06-04" });
  const undatedAnswers = answersAfter("waterfall-off", waterfallOn(monday), monday);
  expect(resolveDates(undatedAnswers, tuesday).releaseDate).toBe(nextEarliest);
});

test("removing a track leaves the dates at their positions", () => {
  const rest = answersAfter("remove-track:a", waterfallOn(monday), monday);
  expect(dates(rest)).toEqual([earliest, "2027-03-29"]);
  expect(rest.releaseDate).toBe("2027-03-29");
  const more = answersAfter("add-track", waterfallOn(monday), monday);
  expect([dates(more).at(-1), more.releaseDate]).toEqual(["2027-06-21", "2027-06-21"]);
  expect(dates(answersAfter("space", waterfallOn(monday), monday))).toEqual(
    dates(waterfallOn(monday)),
  );
});

test("the artist's own day counts where it is the later one, and no clock is further than 14 hours", () => {
  const noon = new Date("2027-01-04T11:00:00Z");
  expect(isoDate(artistDay(noon, 14 * 60))).toBe("2027-01-05");
  expect(isoDate(artistDay(noon, -10 * 60))).toBe("2027-01-04");
  expect(isoDate(artistDay(noon, 100_000))).toBe("2027-01-05");
  expect(isoDate(artistDay(noon, Number.NaN))).toBe("2027-01-04");
});

test("resolving dates twice changes nothing, and a default is never refused", () => {
  const anyDay = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(anyDay, anyDay, fc.boolean(), (first, later, waterfall) => {
      const answers = waterfall ? waterfallOn(first) : postedOn(first, musicOn(first));
      const once = resolveDates(v.parse(musicAnswersSchema, answers), later);
      expect(resolveDates(once, later)).toEqual(once);
      expect(errorTexts(checkMusicStep(once, { today: later, slots }))).toEqual({});
    }),
  );
});
