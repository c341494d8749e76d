import type { FieldErrors } from "~/forms/form-reply";
import { type MusicAnswers, normalizeMusic } from "./music-step";
import { checkNewMusic, type MusicContext } from "./new-music";
import { checkTransfer } from "./transfer";
import { hasNewMusic, hasTransfer } from "./upload-type";

/**
 * The errors of step 1 in the order and with the texts of the specification (wizard, section 5).
 */
export function checkMusicStep(rawAnswers: MusicAnswers, context: MusicContext): FieldErrors {
  const answers = normalizeMusic(rawAnswers);
  return {
    ...(hasNewMusic(answers) ? checkNewMusic(answers, context) : {}),
    ...(hasTransfer(answers) ? checkTransfer(answers) : {}),
  };
}
