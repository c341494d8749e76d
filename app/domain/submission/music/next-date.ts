import { isCalendarDate } from "~/platform/formats/dates";
import { firstReleaseDay } from "./early-release";
import { editMusic } from "./edit-music";
import { NO_NAMES } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { earliestReleaseDate } from "./release-dates";
import { resolveDates } from "./release-days";
import { hasNewMusic } from "./upload-type";
import { isWaterfall } from "./waterfall";

/** A release date that is too near by now, and the first possible one: YYYY-MM-DD. */
export interface NearDate {
  chosen: string;
  next: string;
}

/** Undefined where the release can still come out on its date. */
export function nearDate(answers: MusicAnswers | undefined, today: Date): NearDate | undefined {
  if (!answers || !hasNewMusic(answers)) return undefined;
  const resolved = resolveDates(answers, today);
  const chosen = isWaterfall(resolved) ? resolved.tracks[0]?.releaseDate : resolved.releaseDate;
  if (!chosen || !isCalendarDate(chosen)) return undefined;
  if (chosen >= firstReleaseDay(resolved.earlyReleaseRequest, today)) return undefined;
  return { chosen, next: earliestReleaseDate(today) };
}

/** The answers with the first possible date; the singles of a waterfall keep their gaps. */
export function withNextDate(answers: MusicAnswers, today: Date): MusicAnswers {
  const context = {
    ...{ today, slots: new Set<string>(), displayedType: answers.releaseType },
    ...{ newId: () => "", artist: NO_NAMES },
  };
  const movedAnswers = editMusic("early-off", answers, context)?.answers ?? answers;
  return { ...movedAnswers, defaultReleaseDate: "" };
}

/** Answers that were sent, with the dates as recorded: those are the artist's own and move no more. */
export function withRecordedDates(
  answers: MusicAnswers,
  recorded: { releaseDate: string; tracks: readonly { releaseDate: string }[] },
): MusicAnswers {
  const tracks = answers.tracks.map((track, index) => ({
    ...track,
    releaseDate: recorded.tracks[index]?.releaseDate || track.releaseDate,
  }));
  const releaseDate = recorded.releaseDate || answers.releaseDate;
  return { ...answers, tracks, releaseDate, defaultReleaseDate: "" };
}
