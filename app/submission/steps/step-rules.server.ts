import * as v from "valibot";
import type { FieldErrors } from "~/forms/form-reply";
import { type FormValues, readForm } from "~/forms/read-form";
import { checkMusicFully } from "../music/check-music.server";
import { clearSoloContributors, type MusicAnswers } from "../music/music-step";
import { readMusic, type StartingGenre, startingMusic } from "../music/read-music";
import { aboutAnswersSchema, checkAboutStep } from "./about-step";
import type { Answers } from "./answers";
import { artistAnswersSchema, checkArtistStep } from "./artist-step";
import { withoutSpotifyLink } from "./spotify-profile";
import type { AnswerStep } from "./steps";

/** What the form of a step shows: its answers, and what beside them is in its fields. */
export interface StepValues {
  artist: FormValues;
  music: MusicAnswers;
  about: FormValues;
}

/** What reading and judging a step needs to know beside its fields. */
export interface StepContext {
  /** A time on whose date in UTC the rules about days count. */
  today: Date;
  /** The slots in which the draft has a file. */
  slots: () => Promise<ReadonlySet<string>>;
}

/** How the fields of a step are read and judged, whichever way they come. */
export interface StepRules<S extends AnswerStep> {
  /** What the form shows before anything is typed into it. */
  start: (savedAnswers: Answers[S], today: Date, genre?: StartingGenre) => StepValues[S];
  /** The form as posted; what it did not show stays as it was in `start`. */
  read: (fields: [string, string][], start: StepValues[S], today: Date) => StepValues[S];
  /** The answers in a form. */
  answers: (values: StepValues[S]) => NonNullable<Answers[S]>;
  /** One error for each field that keeps the step from passing. */
  check: (answers: NonNullable<Answers[S]>, context: StepContext) => Promise<FieldErrors>;
}

export const stepRules: { [S in AnswerStep]: StepRules<S> } = {
  artist: {
    start: (savedAnswers) => savedAnswers ?? {},
    read: (fields) => withoutSpotifyLink(readForm(fields)),
    answers: (values) => v.parse(artistAnswersSchema, values),
    check: async (answers) => checkArtistStep(answers),
  },
  music: {
    start: startingMusic,
    read: (fields, start, today) => readMusic(readForm(fields), start, today),
    answers: clearSoloContributors,
    check: async (answers, { today, slots }) =>
      checkMusicFully(answers, { today, slots: await slots() }),
  },
  about: {
    start: (savedAnswers) => savedAnswers ?? {},
    read: (fields) => readForm(fields),
    answers: (values) => v.parse(aboutAnswersSchema, values),
    check: async (answers) => checkAboutStep(answers),
  },
};
