import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { isCalendarDate } from "~/platform/formats/dates";
import { lastOf } from "~/platform/formats/last-of";
import { firstReleaseDay, invalidDateError, tooEarlyText } from "./early-release";
import { daysAfter, daysBetween } from "./release-dates";

/** Weeks between two singles of a waterfall, and by the button (specification, section 9). */
export const WATERFALL_WEEKS = 6;
export const SHORT_WATERFALL_WEEKS = 4;
/** Clips come out this many weeks before their single (specification, section 9). */
const CLIP_LEAD_WEEKS = 3;

/** What the rules here read and change of a track. `releaseDate` is YYYY-MM-DD or empty. */
export interface DatedTrack {
  releaseDate: string;
  useCustomArtwork: boolean;
}

/** A waterfall needs at least two tracks (specification, section 2). */
export function offersWaterfall(trackCount: number): boolean {
  return trackCount >= 2;
}

/** Whether the tracks really come out one by one: switched on, and enough of them. */
export function isWaterfall(release: {
  waterfallEnabled: boolean;
  tracks: readonly unknown[];
}): boolean {
  return release.waterfallEnabled && offersWaterfall(release.tracks.length);
}

/** The day a single's clips come out. */
export function clipDate(singleDate: string): string {
  return daysAfter(singleDate, -7 * CLIP_LEAD_WEEKS);
}

/** Dates `weeks` apart by index, from the first release date on. All are YYYY-MM-DD. */
export function waterfallDates(first: string, count: number, weeks = WATERFALL_WEEKS): string[] {
  return Array.from({ length: count }, (_, index) => daysAfter(first, 7 * weeks * index));
}

/**
 * Gives a date to every track that has none: the first release date to the first, to any other
 * `weeks` after the track before it. Switching on does this, and so does adding a track.
 */
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

/** Sets every date anew, `weeks` apart from the first release date on. */
export function spaceDates<T extends DatedTrack>(
  tracks: readonly T[],
  first: string,
  weeks = WATERFALL_WEEKS,
): T[] {
  const dates = waterfallDates(first, tracks.length, weeks);
  return tracks.map((track, index) => ({ ...track, releaseDate: dates[index] ?? first }));
}

/**
 * Puts one track `weeks` after the track before it; later tracks move along by as many days, so
 * that their own gaps stay. The first track has none before it and stays.
 */
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
    return { ...track, releaseDate: trackIndex === index ? date : daysAfter(track.releaseDate, shift) };
  });
}

/** Moves the first single to a day, and all others along with it, so that their gaps stay. */
export function startOn<T extends DatedTrack>(tracks: readonly T[], first: string): T[] {
  const oldDate = tracks[0]?.releaseDate ?? "";
  if (!isCalendarDate(oldDate)) return spaceDates(tracks, first);
  const shift = daysBetween(oldDate, first);
  return tracks.map((track) => ({ ...track, releaseDate: daysAfter(track.releaseDate, shift) }));
}

/** Switching off clears the dates and custom artwork of every track (specification, section 4). */
export function clearWaterfall<T extends DatedTrack>(tracks: readonly T[]): T[] {
  return tracks.map((track) => ({ ...track, releaseDate: "", useCustomArtwork: false }));
}

/**
 * Takes a track out and puts it in at another place; where there is no such place everything stays.
 * Dates belong to the places, not to the tracks: they stay where they are, in their order.
 */
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

/**
 * The index of the final single: the last-dated track, the later one of two on one day; -1 while
 * no track has a date.
 */
export function finalSingle(tracks: readonly Pick<DatedTrack, "releaseDate">[]): number {
  const dates = tracks.map(({ releaseDate }) => releaseDate);
  const last = lastOf(dates.filter(isCalendarDate).sort());
  return last === undefined ? -1 : dates.lastIndexOf(last);
}

/**
 * What is wrong with the dates of a waterfall, by field name: each must be a date and later than
 * the one before it; the first keeps the lead time, and with early release is not past.
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
