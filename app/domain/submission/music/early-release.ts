import * as v from "valibot";
import { flag, multiLineUpTo, plainLine, tooLong } from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { isCalendarDate, isoDate, longDate, weekday } from "~/platform/formats/dates";
import {
  addBusinessDays,
  daysAfter,
  daysBetween,
  earliestReleaseDate,
  REPLY_BUSINESS_DAYS,
} from "./release-dates";

const EARLY_RELEASE_REASON_TEXT = "Please provide a reason for the early release request";
const RELEASE_DATE_TEXT = "Release date must be at least 6 weeks from today";

const MAX_REASON = 1_000;

export const releaseTimeEntries = {
  /** YYYY-MM-DD once checked. */
  releaseDate: plainLine,
  /** The default that the page showed. A release that starts on it moves with the day. */
  defaultReleaseDate: v.optional(plainLine),
  /** {@link FAR_DATE_ASKED} once a page has asked about a date that is years away. */
  farDate: v.optional(plainLine),
  earlyReleaseRequest: flag,
  earlyReleaseReason: multiLineUpTo(MAX_REASON),
};
type ReleaseTime = v.InferOutput<v.ObjectSchema<typeof releaseTimeEntries, undefined>>;

/** On keeps the date; off resets it and clears the reason (specification, section 4). */
export function switchEarlyRelease<T extends ReleaseTime>(answers: T, on: boolean, today: Date): T {
  if (on) return { ...answers, earlyReleaseRequest: true };
  const date = earliestReleaseDate(today);
  return {
    ...answers,
    earlyReleaseRequest: false,
    earlyReleaseReason: "",
    releaseDate: date,
    defaultReleaseDate: date,
  };
}

/** The first day that the date field offers: YYYY-MM-DD. */
export function firstReleaseDay(early: boolean, today: Date): string {
  return early ? isoDate(today) : earliestReleaseDate(today);
}

const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A span of days before or after something: "four days", "five weeks". */
function spanText(days: number): string {
  const [count, unit] = days < 14 ? [days, "day"] : [Math.floor(days / 7), "week"];
  return `${NUMBERS[count] ?? count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * How a release date lies to the day of our answer, for what is sent today, as the date's hint and its
 * confirmation say it; empty without a date.
 * @param replyDue the promised day; counted from today by default.
 */
export function replyNote(releaseDate: string, today: Date, replyDue?: string): string {
  if (!isCalendarDate(releaseDate)) return "";
  const reply = (replyDue ?? addBusinessDays(today, REPLY_BUSINESS_DAYS).toISOString()).slice(
    0,
    10,
  );
  const days = daysBetween(reply, releaseDate);
  const answer = `A ${weekday(releaseDate)}. We answer by ${longDate(reply)}`;
  if (days === 0) return `${answer}, on that very day.`;
  return `${answer}, ${spanText(Math.abs(days))} ${days > 0 ? "before" : "after that day"}.`;
}

/** What the date field says of that day. */
export function firstDayHint(early: boolean, today: Date): string {
  const reason = early
    ? "the stores may have no time to consider your music for playlists."
    : "the stores need six weeks to consider your music for playlists.";
  return `Earliest ${longDate(firstReleaseDay(early, today))}: ${reason}`;
}

export function tooEarlyText(early: boolean): string {
  return early ? "Release date must not be in the past" : RELEASE_DATE_TEXT;
}

/** Later dates are asked about once: most are a year that was typed wrong. */
const FAR_DAYS = 2 * 366;
export const FAR_DATE_ASKED = "asked";
export const FAR_DATE_TEXT =
  "This date is more than two years away. Is the year right? If so, press Next again.";

/** The question about a date that is years away, unless it was asked. */
export const farDateError = (
  date: string,
  { farDate }: Pick<ReleaseTime, "farDate">,
  today: Date,
): FieldError | undefined =>
  farDate !== FAR_DATE_ASKED && date > daysAfter(isoDate(today), FAR_DAYS)
    ? invalidError(FAR_DATE_TEXT)
    : undefined;

export function invalidDateError(input: string, what: string): FieldError {
  const text = `Please enter ${what} as year, month and day`;
  return input === "" ? missingError(text) : invalidError(text);
}

/** The rules about the release date (specification, section 5, step 1, rule 7). */
export function checkReleaseTime(answers: ReleaseTime, today: Date): FieldErrors {
  const { releaseDate, earlyReleaseRequest: early, earlyReleaseReason: reason } = answers;
  const errors: FieldErrors = {};
  const long = early && tooLong("The reason", reason, MAX_REASON);
  if (early && !reason) errors.earlyReleaseReason = missingError(EARLY_RELEASE_REASON_TEXT);
  else if (long) errors.earlyReleaseReason = long;
  if (!isCalendarDate(releaseDate))
    errors.releaseDate = invalidDateError(releaseDate, "the release date");
  else if (releaseDate < firstReleaseDay(early, today))
    errors.releaseDate = invalidError(tooEarlyText(early));
  else {
    const question = farDateError(releaseDate, answers, today);
    if (question) errors.releaseDate = question;
  }
  return errors;
}
