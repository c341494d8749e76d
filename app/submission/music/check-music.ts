import type { FieldErrors } from "~/forms/form-reply";
import { type MusicAnswers, tidyMusic } from "./music-step";
import { checkNewMusic, type MusicContext } from "./new-music";
import { checkTransfer } from "./transfer";
import { hasNewMusic, hasTransfer } from "./upload-type";

/**
 * The rules of step 1 in the order and with the texts of the specification (wizard, section 5,
 * "Step 1"), as the upload type asks.
 * @returns one error per field that does not pass, in that order.
 */
export function checkMusicStep(rawAnswers: MusicAnswers, context: MusicContext): FieldErrors {
  const answers = tidyMusic(rawAnswers);
  return {
    ...(hasNewMusic(answers) ? checkNewMusic(answers, context) : {}),
    ...(hasTransfer(answers) ? checkTransfer(answers) : {}),
  };
}
