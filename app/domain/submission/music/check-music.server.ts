import type { FieldErrors } from "~/forms/form-reply";
import { isSubGenreOf } from "~/reference/genres";
import { isRole } from "~/reference/roles";
import { checkMusicStep } from "./check-music";
import type { MusicAnswers } from "./music-step";
import type { MusicContext } from "./new-music";

/** The rules of step 1 with the lists of roles and sub-genres, which pages do not load. */
export function checkMusicFully(
  answers: MusicAnswers,
  context: Omit<MusicContext, "isRole" | "isSubGenreOf">,
): FieldErrors {
  return checkMusicStep(answers, { ...context, isRole, isSubGenreOf });
}
