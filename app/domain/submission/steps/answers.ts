import * as v from "valibot";
import { musicAnswersSchema } from "../music/music-step";
import { aboutAnswersSchema } from "./about-step";
import { artistAnswersSchema } from "./artist-step";

/** The answers of a draft; a step that was never saved is absent. */
export const answersSchema = v.object({
  artist: v.optional(artistAnswersSchema),
  music: v.optional(musicAnswersSchema),
  about: v.optional(aboutAnswersSchema),
});
export type Answers = v.InferOutput<typeof answersSchema>;

export const completedStepsSchema = v.array(v.picklist(["artist", "music", "about"]));
