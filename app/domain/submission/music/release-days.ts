import { isCalendarDate } from "~/platform/formats/dates";
import { daysAfter, daysBetween, earliestReleaseDate } from "./release-dates";
import {
  type DatedTrack,
  finalSingle,
  isWaterfall,
  SHORT_WATERFALL_WEEKS,
  WATERFALL_WEEKS,
} from "./waterfall";

/** Dates are YYYY-MM-DD. */
interface DatedRelease {
  releaseDate: string;
  waterfallEnabled: boolean;
  tracks: readonly Pick<DatedTrack, "releaseDate">[];
}

/**
 * The days of a release. A waterfall's full release comes out with its final single (specification,
 * section 4); `firstSingle` is the first day of a waterfall.
 */
export function releaseDays(release: DatedRelease): { full: string; firstSingle?: string } {
  const { tracks, releaseDate } = release;
  const last = isWaterfall(release) ? tracks[finalSingle(tracks)] : undefined;
  if (!last) return { full: releaseDate };
  const days = tracks.map((track) => track.releaseDate).filter(isCalendarDate);
  return { full: last.releaseDate, firstSingle: days.sort()[0] };
}

/**
 * Moves singles with the default first day; one with a gap of its own, and those after it, stay.
 */
function moveSingles<T extends Pick<DatedTrack, "releaseDate">>(
  tracks: readonly T[],
  days: number,
): T[] {
  const steps = [7 * WATERFALL_WEEKS, 7 * SHORT_WATERFALL_WEEKS];
  const firstOwnDate = tracks.findIndex(({ releaseDate }, index) => {
    const before = tracks[index - 1];
    return before && !steps.includes(daysBetween(before.releaseDate, releaseDate));
  });
  return tracks.map((track, index) =>
    firstOwnDate >= 0 && index >= firstOwnDate
      ? track
      : { ...track, releaseDate: daysAfter(track.releaseDate, days) },
  );
}

/**
 * The answers with the dates for today: a default first day moves to today's default, and the date
 * of a waterfall is that of its full release.
 */
export function resolveDates<
  D extends Pick<DatedTrack, "releaseDate">,
  T extends DatedRelease & { defaultReleaseDate?: string | undefined; tracks: D[] },
>(answers: T, today: Date): T {
  const { tracks, defaultReleaseDate: defaultDay = "" } = answers;
  const waterfall = isWaterfall(answers);
  const start = waterfall ? tracks[0]?.releaseDate : answers.releaseDate;
  const resolvedAnswers = { ...answers };
  if (isCalendarDate(defaultDay) && start === defaultDay) {
    const first = earliestReleaseDate(today);
    resolvedAnswers.defaultReleaseDate = first;
    resolvedAnswers.releaseDate = first;
    if (waterfall) resolvedAnswers.tracks = moveSingles(tracks, daysBetween(defaultDay, first));
  }
  return { ...resolvedAnswers, releaseDate: releaseDays(resolvedAnswers).full };
}
