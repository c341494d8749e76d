import * as v from "valibot";
import { readAnswers } from "~/forms/read-form";
import { isClean } from "~/forms/reply";
import { aboutAnswersSchema, checkAboutStep } from "./about-step";
import { artistAnswersSchema, checkArtistStep } from "./artist-step";
import { checkMusicFully } from "./check-music.server";
import type { Answers } from "./draft";
import type { MusicFacts } from "./new-music";
import { readMusicPost, startingMusic } from "./read-music";
import type { AnswerStep } from "./steps";

type PostedFields = readonly [string, string][];

/** How the post of a step is read and judged. */
export interface StepPost<S extends AnswerStep> {
  /** The answers in the post's fields, over those that are saved. */
  read: (fields: PostedFields, saved: Answers[S], today: Date) => NonNullable<Answers[S]>;
  /** Whether the step's rules allow its Next. */
  passes: (answers: NonNullable<Answers[S]>, facts: Omit<MusicFacts, "isRole">) => boolean;
}

/** The same for every step. */
export const stepPosts: { [S in AnswerStep]: StepPost<S> } = {
  artist: {
    read: (fields, saved) => v.parse(artistAnswersSchema, readAnswers(fields, saved)),
    passes: (answers) => isClean(checkArtistStep(answers)),
  },
  music: {
    read: (fields, saved, today) => readMusicPost(fields, startingMusic(saved, today)),
    passes: (answers, facts) => isClean(checkMusicFully(answers, facts)),
  },
  about: {
    read: (fields, saved) => v.parse(aboutAnswersSchema, readAnswers(fields, saved)),
    passes: (answers) => isClean(checkAboutStep(answers)),
  },
};
