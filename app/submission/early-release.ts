import type * as v from "valibot";
import { flag, line, tooLong } from "~/forms/fields";
import type { FieldErrors } from "~/forms/reply";
import { earliestReleaseDate, isCalendarDate, isoDate } from "./release-dates";

export const EARLY_RELEASE_REASON_TEXT = "Please provide a reason for the early release request";
export const RELEASE_DATE_TEXT = "Release date must be at least 6 weeks from today";

const MAX_REASON = 1_000;

/** The answers about when to release, as typed. */
export const releaseTimeEntries = {
  /** YYYY-MM-DD once it passes the check. */
  releaseDate: line,
  earlyReleaseRequest: flag,
  earlyReleaseReason: line,
};
export type ReleaseTime = v.InferOutput<v.ObjectSchema<typeof releaseTimeEntries, undefined>>;

/**
 * The answers after the switch was used. On lifts the date's restriction and keeps the date; off
 * resets it to the default minimum and clears the reason (specification, section 4).
 */
export function switchEarlyRelease<T extends ReleaseTime>(answers: T, on: boolean, today: Date): T {
  if (on) return { ...answers, earlyReleaseRequest: true };
  return {
    ...answers,
    earlyReleaseRequest: false,
    earlyReleaseReason: "",
    releaseDate: earliestReleaseDate(today),
  };
}

/** The first day the date field offers: YYYY-MM-DD. */
export function firstReleaseDay(early: boolean, today: Date): string {
  return early ? isoDate(today) : earliestReleaseDate(today);
}

/**
 * The rules about when to release (specification, section 5, step 1, rule 7): with early release a
 * reason and any day to come, otherwise six weeks of lead time.
 */
export function checkReleaseTime(answers: ReleaseTime, today: Date): FieldErrors {
  const { releaseDate, earlyReleaseRequest: early, earlyReleaseReason: reason } = answers;
  const errors: FieldErrors = {};
  const long = early && tooLong("The reason", reason, MAX_REASON);
  if (early && !reason) errors.earlyReleaseReason = EARLY_RELEASE_REASON_TEXT;
  else if (long) errors.earlyReleaseReason = long;
  if (!isCalendarDate(releaseDate))
    errors.releaseDate = "Please enter the release date as year, month and day";
  else if (releaseDate < firstReleaseDay(early, today))
    errors.releaseDate = early ? "Release date must not be in the past" : RELEASE_DATE_TEXT;
  return errors;
}
