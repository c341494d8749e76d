import fc from "fast-check";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import {
  checkReleaseTime,
  FAR_DATE_ASKED,
  FAR_DATE_TEXT,
  firstDayHint,
  firstReleaseDay,
  replyNote,
  switchEarlyRelease,
} from "./early-release";

const today = new Date("2026-11-21T12:00:00Z");
const normal = { releaseDate: "2027-01-02", earlyReleaseRequest: false, earlyReleaseReason: "" };
const early = {
  releaseDate: "2026-12-01",
  earlyReleaseRequest: true,
  earlyReleaseReason: "A playlist waits",
};

test("early release on keeps the date and lifts its restriction", () => {
  expect(switchEarlyRelease(normal, true, today)).toEqual({ ...normal, earlyReleaseRequest: true });
  expect(firstReleaseDay(true, today)).toBe("2026-11-21");
  expect(errorTexts(checkReleaseTime(early, today))).toEqual({});
});

test("early release off resets the date to the default minimum and clears the reason", () => {
  expect(switchEarlyRelease({ ...early, title: "x" }, false, today)).toEqual({
    ...normal,
    defaultReleaseDate: "2027-01-02",
    title: "x",
  });
  expect(firstReleaseDay(false, today)).toBe("2027-01-02");
});

test.each([
  [false, "Earliest January 2, 2027: the stores need six weeks"],
  [true, "Earliest November 21, 2026: the stores may have no time"],
])("with early release %s the first day and what is said of it are one", (isEarly, hint) => {
  expect(firstDayHint(isEarly, today)).toContain(hint);
  const releaseDate = firstReleaseDay(isEarly, today);
  const answers = { ...early, earlyReleaseRequest: isEarly, releaseDate };
  expect(errorTexts(checkReleaseTime(answers, today))).toEqual({});
});

test.each([
  [
    "early release needs a reason",
    { ...early, earlyReleaseReason: "" },
    { earlyReleaseReason: "Please provide a reason for the early release request" },
  ],
  [
    "without early release the date keeps six weeks",
    { ...normal, releaseDate: "2027-01-01" },
    { releaseDate: "Release date must be at least 6 weeks from today" },
  ],
  ["exactly six weeks ahead passes", normal, {}],
  ["early release today passes", { ...early, releaseDate: "2026-11-21" }, {}],
  [
    "early release yesterday does not",
    { ...early, releaseDate: "2026-11-20" },
    { releaseDate: "Release date must not be in the past" },
  ],
  [
    "a date that is none is refused with and without early release",
    { ...early, releaseDate: "2027-02-30" },
    { releaseDate: "Please enter the release date as year, month and day" },
  ],
  [
    "a missing date is refused",
    { ...normal, releaseDate: "" },
    { releaseDate: "Please enter the release date as year, month and day" },
  ],
  [
    "a reason that could not be stored is refused",
    { ...early, earlyReleaseReason: "x".repeat(1_001) },
    { earlyReleaseReason: "The reason must be 1000 characters or fewer" },
  ],
  [
    "a left-over reason does not matter once early release is off",
    { ...normal, earlyReleaseReason: "x".repeat(1_001) },
    {},
  ],
])("%s", (_, answers, errors) => {
  expect(errorTexts(checkReleaseTime(answers, today))).toEqual(errors);
});

test("whatever was typed, switching early release off passes the check", () => {
  const anyAnswers = fc.record({
    releaseDate: fc.string(),
    earlyReleaseRequest: fc.boolean(),
    earlyReleaseReason: fc.string(),
  });
  const anyDay = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(anyAnswers, anyDay, (answers, now) => {
      expect(errorTexts(checkReleaseTime(switchEarlyRelease(answers, false, now), now))).toEqual(
        {},
      );
    }),
  );
});

test("a date more than two years ahead is asked about, and passes once it was", () => {
  const textsOf = (answers: Parameters<typeof checkReleaseTime>[0]) =>
    errorTexts(checkReleaseTime(answers, today));
  expect(textsOf({ ...normal, releaseDate: "2028-11-21" })).toEqual({});
  for (const answers of [normal, early]) {
    const far = { ...answers, releaseDate: "2062-01-02" };
    expect(textsOf(far)).toEqual({ releaseDate: FAR_DATE_TEXT });
    expect(textsOf({ ...far, farDate: FAR_DATE_ASKED })).toEqual({});
  }
});

test.each([
  ["2027-01-15", "A Friday. We answer by December 4, 2026, six weeks before."],
  ["2026-12-18", "A Friday. We answer by December 4, 2026, two weeks before."],
  ["2026-12-08", "A Tuesday. We answer by December 4, 2026, four days before."],
  ["2026-12-05", "A Saturday. We answer by December 4, 2026, one day before."],
  ["2026-12-04", "A Friday. We answer by December 4, 2026, on that very day."],
  ["2026-12-01", "A Tuesday. We answer by December 4, 2026, three days after that day."],
  ["", ""],
  ["soon", ""],
])("a release on %s is told beside the day of our answer", (date, note) => {
  expect(replyNote(date, today)).toBe(note);
});

test("once sent, the promised day counts, not that on which it is read", () => {
  const note = replyNote("2026-12-08", new Date("2027-02-01"), "2026-12-07T10:00:00.000Z");
  expect(note).toBe("A Tuesday. We answer by December 7, 2026, one day before.");
});
