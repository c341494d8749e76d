import type { FieldErrors } from "~/forms/reply";
import { isRole } from "~/reference/roles";
import { checkMusicStep } from "./check-music";
import type { MusicAnswers } from "./music-step";
import type { MusicFacts } from "./new-music";

/** The rules of step 1 with the list of roles, which pages do not carry along. */
export function checkMusicFully(
  answers: MusicAnswers,
  facts: Omit<MusicFacts, "isRole">,
): FieldErrors {
  return checkMusicStep(answers, { ...facts, isRole });
}
