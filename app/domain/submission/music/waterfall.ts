import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { isCalendarDate } from "~/platform/formats/dates";
import { lastOf } from "~/platform/formats/last-of";
import { firstReleaseDay, invalidDateError, tooEarlyText } from "./early-release";
import { daysAfter, daysBetween } from "./release-dates";

/** Weeks between two singles, by default and by the button (specification, section 9). */
export const WATERFALL_WEEKS = 6;
export const SHORT_WATERFALL_WEEKS = 4;
/** Clips come out this many weeks before their single (specification, section 9). */
const CLIP_LEAD_WEEKS = 3;

/** `releaseDate` is YYYY-MM-DD or empty. */
export interface DatedTrack {
  releaseDate: string;
  useCustomArtwork: boolean;
}

export function offersWaterfall(trackCount: number): boolean {
  return trackCount >= 2;
}

/** Whether the waterfall is switched on and has enough tracks. */
export function isWaterfall(release: { waterfallEnabled: boolean; tracks: readonly unknown[] }) {
  return release.waterfallEnabled && offersWaterfall(release.tracks.length);
}

export function clipDate(singleDate: string): string {
  return daysAfter(singleDate, -7 * CLIP_LEAD_WEEKS);
}

/** The day of a single's clips; empty where it was before `since`, a day or a time in ISO format. */
export function clipDateFrom(singleDate: string, since: string): string {
  const day = clipDate(singleDate);
  return day < since.slice(0, "YYYY-MM-DD".length) ? "" : day;
}

/** Dates `weeks` apart from the first release date on, all YYYY-MM-DD. */
export function waterfallDates(first: string, count: number, weeks = WATERFALL_WEEKS): string[] {
  return Array.from({ length: count }, (_, index) => daysAfter(first, 7 * weeks * index));
}

/** Dates tracks without a date, each `weeks` after the one before it. */
export function fillDates<T extends DatedTrack>(
  tracks: readonly T[],
  first: string,
  weeks = WATERFALL_WEEKS,
): T[] {
  let previousDate: string | undefined;
  return tracks.map((track) => {
    const next = previousDate === undefined ? first : daysAfter(previousDate, 7 * weeks);
    previousDate = track.releaseDate || next;
    return { ...track, releaseDate: previousDate };
  });
}

export function spaceDates<T extends DatedTrack>(
  tracks: readonly T[],
  first: string,
  weeks = WATERFALL_WEEKS,
): T[] {
  const dates = waterfallDates(first, tracks.length, weeks);
  return tracks.map((track, index) => ({ ...track, releaseDate: dates[index] ?? first }));
}

/** Puts a track `weeks` after the one before it; later tracks keep their gaps. */
export function setGap<T extends DatedTrack>(
  tracks: readonly T[],
  index: number,
  weeks = SHORT_WATERFALL_WEEKS,
): T[] {
  const oldDate = tracks[index]?.releaseDate ?? "";
  const previousDate = tracks[index - 1]?.releaseDate ?? "";
  if (!isCalendarDate(previousDate)) return [...tracks];
  const date = daysAfter(previousDate, 7 * weeks);
  const shift = isCalendarDate(oldDate) ? daysBetween(oldDate, date) : 0;
  return tracks.map((track, trackIndex) => {
    if (trackIndex < index) return track;
    return {
      ...track,
      releaseDate: trackIndex === index ? date : daysAfter(track.releaseDate, shift),
    };
  });
}

/** Moves the first single to a day and all others by as much. */
export function startOn<T extends DatedTrack>(tracks: readonly T[], first: string): T[] {
  const oldDate = tracks[0]?.releaseDate ?? "";
  if (!isCalendarDate(oldDate)) return spaceDates(tracks, first);
  const shift = daysBetween(oldDate, first);
  return tracks.map((track) => ({ ...track, releaseDate: daysAfter(track.releaseDate, shift) }));
}

/** Clears the dates and custom artwork of every track (specification, section 4). */
export function clearWaterfall<T extends DatedTrack>(tracks: readonly T[]): T[] {
  return tracks.map((track) => ({ ...track, releaseDate: "", useCustomArtwork: false }));
}

/** Moves a track to another position. Dates belong to positions, not to tracks. */
export function moveTrack<T extends DatedTrack>(
  tracks: readonly T[],
  from: number,
  to: number,
): T[] {
  const movedTrack = tracks[from];
  if (!movedTrack || !tracks[to]) return [...tracks];
  const others = tracks.filter((_, trackIndex) => trackIndex !== from);
  return [...others.slice(0, to), movedTrack, ...others.slice(to)].map((track, trackIndex) => ({
    ...track,
    releaseDate: tracks[trackIndex]?.releaseDate ?? "",
  }));
}

/** The index of the last-dated track, the later of two on one day; -1 without dates. */
export function finalSingle(tracks: readonly Pick<DatedTrack, "releaseDate">[]): number {
  const dates = tracks.map(({ releaseDate }) => releaseDate);
  const last = lastOf(dates.filter(isCalendarDate).sort());
  return last === undefined ? -1 : dates.lastIndexOf(last);
}

/**
 * The errors of a waterfall's dates, by field name: each must be later than the one before it, and
 * the first one keep the lead time, or with early release not be past.
 */
export function checkWaterfall(
  tracks: readonly Pick<DatedTrack, "releaseDate">[],
  { today, early }: { today: Date; early: boolean },
): FieldErrors {
  const errors: FieldErrors = {};
  let latest = "";
  let latestTrack = 0;
  tracks.forEach(({ releaseDate: date }, index) => {
    const name = `tracks[${index}].releaseDate`;
    if (!isCalendarDate(date))
      errors[name] = invalidDateError(date, `the release date of track ${index + 1}`);
    else if (latest && date <= latest)
      errors[name] = invalidError(`Track ${index + 1} must come out after track ${latestTrack}`);
    else if (!latest && date < firstReleaseDay(early, today))
      errors[name] = invalidError(tooEarlyText(early));
    if (!isCalendarDate(date) || date <= latest) return;
    latest = date;
    latestTrack = index + 1;
  });
  return errors;
}
