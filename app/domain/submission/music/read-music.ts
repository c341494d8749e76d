import * as v from "valibot";
import { asGroup, type FormValues } from "~/forms/read-form";
import {
  type MusicAnswers,
  musicAnswersSchema,
  newMusicNames,
  pickAnswers,
  transferNames,
} from "./music-step";
import { earliestReleaseDate } from "./release-dates";
import { resolveDates } from "./release-days";
import { contributorLists, newTrack, type Track } from "./track";

/** A track as posted, with the values of its closed panels from before. */
function keepClosedPanels(track: Track, formValues: FormValues, previousTrack: Track): Track {
  const metadata = asGroup(formValues.metadata);
  const isOpened = metadata.listed !== undefined || contributorLists.some((name) => metadata[name]);
  const { soloWork } = track.metadata;
  const { dismissedTitle } = previousTrack;
  return {
    ...track,
    // No field shows it.
    ...(dismissedTitle !== undefined && { dismissedTitle }),
    metadata: isOpened ? track.metadata : { ...previousTrack.metadata, soloWork },
    socialClips:
      formValues.socialClips === undefined ? previousTrack.socialClips : track.socialClips,
  };
}

/**
 * The answers of step 1 in a posted form. Sections and panels that the form did not show stay as in
 * `savedAnswers`. Dates are resolved for `today`: see {@link resolveDates}.
 */
export function readMusic(
  formValues: FormValues,
  savedAnswers: MusicAnswers | undefined,
  today: Date,
): MusicAnswers {
  return resolveDates(mergePosted(formValues, savedAnswers), today);
}

function mergePosted(formValues: FormValues, savedAnswers: MusicAnswers | undefined): MusicAnswers {
  const answers = v.parse(musicAnswersSchema, formValues);
  answers.bulkUndo = savedAnswers?.bulkUndo;
  if (!savedAnswers) return answers;
  if (newMusicNames.every((name) => formValues[name] === undefined))
    Object.assign(answers, pickAnswers(savedAnswers, newMusicNames));
  else {
    // A waterfall has no field for it, and older pages post no default.
    const lateFields = ["releaseDate", "defaultReleaseDate", "farDate"] as const;
    const missing = lateFields.filter((name) => formValues[name] === undefined);
    Object.assign(answers, pickAnswers(savedAnswers, missing));
    const rows = Array.isArray(formValues.tracks) ? formValues.tracks : [];
    answers.tracks = answers.tracks.map((track, index) => {
      const previousTrack = savedAnswers.tracks.find(({ id }) => id === track.id);
      return previousTrack ? keepClosedPanels(track, asGroup(rows[index]), previousTrack) : track;
    });
  }
  if (transferNames.every((name) => formValues[name] === undefined))
    Object.assign(answers, pickAnswers(savedAnswers, transferNames));
  return answers;
}

export type StartingGenre = Pick<MusicAnswers, "primaryGenre" | "subGenre">;

/**
 * The saved answers, else one track, the default date (section 3) and the genre of an earlier
 * release.
 */
export function startingMusic(
  savedAnswers: MusicAnswers | undefined,
  today: Date,
  { primaryGenre, subGenre }: Partial<StartingGenre> = {},
): MusicAnswers {
  const answers = savedAnswers ?? v.parse(musicAnswersSchema, { primaryGenre, subGenre });
  const tracks = answers.tracks.length > 0 ? answers.tracks : [newTrack("track-1")];
  if (answers.releaseDate) return resolveDates({ ...answers, tracks }, today);
  const date = earliestReleaseDate(today);
  return resolveDates({ ...answers, tracks, releaseDate: date, defaultReleaseDate: date }, today);
}
