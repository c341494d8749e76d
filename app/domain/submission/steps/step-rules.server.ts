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

export interface StepValues {
  artist: FormValues;
  music: MusicAnswers;
  about: FormValues;
}

export interface StepContext {
  /** A time whose UTC date is the artist's day. */
  today: Date;
  slots: () => Promise<ReadonlySet<string>>;
}

/** How a step is read and checked, for its page and for autosave. */
export interface StepRules<S extends AnswerStep> {
  /** The form before anything is typed. */
  start: (savedAnswers: Answers[S], today: Date, genre?: StartingGenre) => StepValues[S];
  /** The form as posted; what it did not show stays as in `start`. */
  read: (fields: [string, string][], start: StepValues[S], today: Date) => StepValues[S];
  answers: (values: StepValues[S]) => NonNullable<Answers[S]>;
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
