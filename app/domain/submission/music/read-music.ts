import * as v from "valibot";
import type { FormValue, FormValues } from "~/forms/read-form";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import { earliestReleaseDate } from "./release-dates";
import { resolveDates } from "./release-days";
import { contributorLists, newTrack, type Track } from "./track";

const newMusicFields = [
  "releaseType",
  "releaseTitle",
  "primaryGenre",
  "subGenre",
  "releaseDate",
  "defaultReleaseDate",
  "farDate",
  "earlyReleaseRequest",
  "earlyReleaseReason",
  "waterfallEnabled",
  "tracks",
] as const satisfies readonly (keyof MusicAnswers)[];
const transferFields = [
  "distributor",
  "catalogueItems",
] as const satisfies readonly (keyof MusicAnswers)[];

function asGroup(value: FormValue | undefined): FormValues {
  return typeof value === "object" && !Array.isArray(value) ? value : {};
}

function copyFields<K extends keyof MusicAnswers>(
  answers: MusicAnswers,
  source: MusicAnswers,
  names: readonly K[],
): void {
  for (const name of names) answers[name] = source[name];
}

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
  if (!savedAnswers) return answers;
  if (newMusicFields.every((name) => formValues[name] === undefined))
    copyFields(answers, savedAnswers, newMusicFields);
  else {
    // A waterfall has no field for it, and older pages post no default.
    if (formValues.releaseDate === undefined) copyFields(answers, savedAnswers, ["releaseDate"]);
    if (formValues.defaultReleaseDate === undefined)
      copyFields(answers, savedAnswers, ["defaultReleaseDate"]);
    if (formValues.farDate === undefined) copyFields(answers, savedAnswers, ["farDate"]);
    const rows = Array.isArray(formValues.tracks) ? formValues.tracks : [];
    answers.tracks = answers.tracks.map((track, index) => {
      const previousTrack = savedAnswers.tracks.find(({ id }) => id === track.id);
      return previousTrack ? keepClosedPanels(track, asGroup(rows[index]), previousTrack) : track;
    });
  }
  if (transferFields.every((name) => formValues[name] === undefined))
    copyFields(answers, savedAnswers, transferFields);
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
