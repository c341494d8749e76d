import type { WavOddity } from "~/domain/media/wav-header";
import type { Advice } from "./advice-shape";

const ADVICE_BY_ODDITY: Record<WavOddity, Advice> = {
  "frame-size": {
    code: "frame-size",
    text: "A number in this file's header is wrong (the size of its frames). We read the audio as players do: listen to it before you submit, and export it again if it sounds wrong.",
    tone: "advice",
  },
  "data-size": {
    code: "data-size",
    text: "This file's header promises a few bytes more audio than there are. Nothing is missing that you could hear; we take it as it is.",
    tone: "note",
  },
};

/** Advice about corrected errors in a WAV header. */
export function headerAdvice(oddities: readonly WavOddity[] = []): Advice[] {
  return oddities.map((oddity) => ADVICE_BY_ODDITY[oddity]);
}
