import * as v from "valibot";
import { aboutAnswersSchema } from "./about-step";
import { artistAnswersSchema } from "./artist-step";
import { musicAnswersSchema } from "./music-step";
import type { AnswerStep } from "./steps";

/** What an artist has answered so far; a step that was never saved is absent. */
export const answersSchema = v.object({
  artist: v.optional(artistAnswersSchema),
  music: v.optional(musicAnswersSchema),
  about: v.optional(aboutAnswersSchema),
});
export type Answers = v.InferOutput<typeof answersSchema>;

export const completedStepsSchema = v.array(v.picklist(["artist", "music", "about"]));

/** A draft as the pages use it. */
export interface Draft {
  id: string;
  /** How it was opened: "open", "invited" or "returning". */
  entry: string;
  answers: Answers;
  completed: AnswerStep[];
  /** Whether it has become a submission; its files belong to that now. */
  submitted: boolean;
  /** When 'Submit Music' was last pressed on it, if that was allowed then. */
  pressedAt?: Date | undefined;
  /** Counts the changes of all steps. */
  version: number;
  /** When its form was first opened, if ever. */
  formStartedAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
}
